/** Requests: a refusal is a value like any other answer, never an exception. */
import type { Fault, Health } from './types';

export type Answer<T> = { ok: true; value: T } | { ok: false; fault: Fault; status: number };

/** The line is broken: nobody knows whether the request arrived. */
export const NO_LINE: Fault = { rule: 'house: line', code: 'no_line', why: '', clause: '', help: '' };

let csrf = '';

export function rememberCsrf(token: string): void {
  csrf = token;
}

let prove: () => Promise<boolean> = async () => false;

/** Who asks a person to show again who they are; the request that needed it is then sent a second time. */
export function whenProofIsNeeded(asks: () => Promise<boolean>): void {
  prove = asks;
}

export async function ask<T>(method: string, path: string, body?: unknown): Promise<Answer<T>> {
  const answer = await send<T>(method, path, body);
  if (answer.ok || answer.fault.code !== 'prove_again' || !(await prove())) return answer;
  return send<T>(method, path, body);
}

async function send<T>(method: string, path: string, body?: unknown): Promise<Answer<T>> {
  // A question has no headers of its own: it may be one that the document has asked already (vite.config.ts).
  const headers: Record<string, string> = {};
  if (method !== 'GET') {
    headers['Content-Type'] = 'application/json';
    if (csrf) headers['X-CSRF-Token'] = csrf;
  }
  try {
    const answer = await fetch(`/api/v1${path}`, {
      method,
      headers,
      credentials: 'same-origin',
      ...(method === 'GET' ? {} : { body: JSON.stringify(body ?? {}) }),
    });
    return await read<T>(answer);
  } catch {
    return { ok: false, fault: NO_LINE, status: 0 };
  }
}

export function get<T>(path: string): Promise<Answer<T>> {
  return ask<T>('GET', path);
}

/** Whether the house is in order; null where nobody answers. A house whose store is away answers too, with a status that says so. */
export async function health(): Promise<Health | null> {
  try {
    return (await (await fetch('/health', { credentials: 'same-origin' })).json()) as Health;
  } catch {
    return null;
  }
}

async function read<T>(answer: Response): Promise<Answer<T>> {
  const text = await answer.text();
  const value = text ? JSON.parse(text) : undefined;
  if (answer.ok) return { ok: true, value: value as T };
  const fault: Fault = value?.refusal ?? { rule: 'house: server', code: 'unforeseen', why: answer.statusText, clause: '', help: '' };
  return { ok: false, fault, status: answer.status };
}

/** One's own mark on a request: asked again with it, the request is still done once. */
export function newKey(): string {
  return hex(12);
}

/** A player's own part of a round's chance. */
export function newNonce(): string {
  return hex(16);
}

function hex(bytes: number): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
