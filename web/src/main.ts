import { mount } from 'svelte';
import App from './App.svelte';
import { applyTheme } from './settings.svelte';
import './fonts/fonts.css';
import './theme.css';

applyTheme();
mount(App, { target: document.getElementById('page') as HTMLElement });
