import { expect, test, vi } from 'vitest';
import type { SendingProblem } from '../../storage/database.ts';
import type { Unsent } from './unsent-reason.ts';

async function reasonIn(
  language: string,
  code: Unsent,
  { isOnline = true, reason = null as string | null, text = null as string | null } = {},
): Promise<string> {
  vi.resetModules();
  vi.stubGlobal('navigator', { language });
  const { unsentReason } = await import('./unsent-reason.ts');
  vi.unstubAllGlobals();
  const problem = code === 'waiting' ? null : ({ code, text, reason, at: '' } satisfies SendingProblem);
  return unsentReason(code, { problem, end: null, isOnline });
}

test('without a connection, that is the reason, whatever the last attempt found', async () => {
  for (const code of ['offline', 'unreachable', 'slow', 'busy', 'waiting'] as const) {
    expect(await reasonIn('en-US', code, { isOnline: false })).toBe('This phone has no connection.');
  }
});

test('with a connection, the reason is what the last attempt found on one', async () => {
  expect(await reasonIn('en-US', 'unreachable')).toBe('The server can’t be reached.');
  expect(await reasonIn('en-US', 'offline')).toBe('It is still waiting to be sent.');
});

test('what the server or the person must change is the reason also without a connection', async () => {
  const isOnline = false;
  expect(await reasonIn('en-US', 'signed-out', { isOnline, reason: 'signed_out', text: 'Out.' })).toBe(
    'You were logged out. Log in again.',
  );
  expect(await reasonIn('en-US', 'rejected', { isOnline, text: 'Not today.' })).toBe(
    'The server didn’t accept it. Not today.',
  );
});

test('in Spanish, a sentence of the server that has no translation is shown as the server’s', async () => {
  expect(await reasonIn('es-US', 'rejected', { text: 'Not today.' })).toBe(
    'El servidor no lo aceptó. El servidor respondió en inglés: “Not today.”',
  );
  expect(await reasonIn('es-US', 'rejected', { text: 'Off.', reason: 'item_off' })).toBe(
    'El servidor no lo aceptó. Su organización desactivó este botón, así que no se envió nada.',
  );
});
