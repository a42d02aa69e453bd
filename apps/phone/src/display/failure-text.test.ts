import { expect, test, vi } from 'vitest';
import { CallFailure } from '../net/api.ts';

async function inLanguage(language: string, failure: CallFailure, { onLine = true } = {}): Promise<string> {
  vi.resetModules();
  vi.stubGlobal('navigator', { language, onLine });
  const { failureText } = await import('./failure-text.ts');
  const text = failureText(failure);
  vi.unstubAllGlobals();
  return text;
}

const locked = new CallFailure('Too many failed attempts. Try again in 59 seconds.', {
  kind: 'rejected',
  status: 429,
  retryAfter: 59,
});
const weak = new CallFailure('Password is too common. Choose another.', {
  kind: 'rejected',
  status: 400,
  fields: ['password'],
});
const wrongCurrent = new CallFailure('The password is wrong.', {
  kind: 'rejected',
  status: 403,
  code: 'wrong_password',
  fields: ['current_password'],
});
const wrongSignIn = new CallFailure('The email address or password is wrong.', {
  kind: 'rejected',
  status: 401,
  code: 'wrong_password',
});

test('in English, the server’s sentence is shown', async () => {
  expect(await inLanguage('en-US', locked)).toBe('Too many failed attempts. Try again in 59 seconds.');
  expect(await inLanguage('en-US', weak)).toBe('Password is too common. Choose another.');
  expect(await inLanguage('en-US', wrongCurrent)).toBe('The password is wrong.');
});

test('in Spanish, no English sentence is shown, and the wait is named', async () => {
  expect(await inLanguage('es-MX', locked)).toBe(
    'Demasiados intentos fallidos. Inténtelo otra vez en 59 segundos.',
  );
  expect(await inLanguage('es-MX', weak)).toMatch(/^Elija otra contraseña/);
});

test('a wrong current password is not reported as a wrong email address', async () => {
  expect(await inLanguage('es-MX', wrongCurrent)).toBe('La contraseña actual no es correcta.');
  expect(await inLanguage('es-MX', wrongSignIn)).toMatch(/correo electrónico o la contraseña/);
});

test('an unreachable server is reported as such', async () => {
  const slow = new CallFailure('', { kind: 'slow' });
  expect(await inLanguage('en-US', slow)).toMatch(/^The server can’t be/);
  expect(await inLanguage('en-US', slow, { onLine: false })).toMatch(/^This phone has no connection\./);
});

test('in Spanish, a sentence of the server that has no translation is shown as the server’s', async () => {
  const unknown = new CallFailure('Come back tomorrow.', { kind: 'rejected', status: 403 });
  expect(await inLanguage('en-US', unknown)).toBe('Come back tomorrow.');
  expect(await inLanguage('es-US', unknown)).toBe('El servidor respondió en inglés: “Come back tomorrow.”');
});
