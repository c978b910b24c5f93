/**
 * Te reo Māori: prepared for. What is missing here is said in English; translators fill it in, key by key, refusals too.
 * With the first words here the header offers the language.
 */
import type { Part } from './index';

export const mi: Part = {};
