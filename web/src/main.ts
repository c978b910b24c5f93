import { mount } from 'svelte';
import App from './App.svelte';
import { offline } from './offline/offline.svelte';
import { applyTheme } from './settings.svelte';
import './fonts/fonts.css';
import './theme.css';

applyTheme();
mount(App, { target: document.getElementById('page') as HTMLElement });
// After what was asked for: the first look at the page waits for nothing.
addEventListener('load', () => offline.start());
