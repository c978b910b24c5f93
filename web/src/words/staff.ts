/** The words of those who work in the house. They are loaded with the consoles: no player waits for them. */
import { inLanguage } from '.';
import { counting } from './counting';
import { dealing } from './dealing';
import { directing } from './directing';
import { inspecting } from './inspecting';
import { operating } from './operating';
import { words as shared, type Words } from './pages';

export const staff = { counting, dealing, directing, inspecting, operating };
export type Staff = typeof staff;

/** All words together, as the consoles read them. */
export const words: Words & Staff = { ...shared, ...inLanguage(staff) };
