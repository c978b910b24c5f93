/** Te reo Māori: prepared for. What is missing here is said in English; translators fill it in, key by key. */
import type { Part } from './index';

export const mi: Part = {};
