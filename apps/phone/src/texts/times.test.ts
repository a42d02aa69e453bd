import { beforeEach, expect, test, vi } from 'vitest';

const NOW = new Date(2026, 10, 23, 14, 0);
const today = new Date(2026, 10, 23, 9, 14).toISOString();
const yesterday = new Date(2026, 10, 22, 13, 5).toISOString();
const before = new Date(2026, 10, 21, 18, 3).toISOString();

/** Intl separates the hour and AM or PM by a narrow space. */
const plain = (text: string) => text.replaceAll(/\s/gu, ' ');

async function timesIn(language: string) {
  vi.stubGlobal('navigator', { language });
  const { timeText, whenText } = await import('./times.ts');
  const { texts } = await import('./texts.ts');
  vi.unstubAllGlobals();
  return {
    list: (at: string) => plain(timeText(at, NOW)),
    when: (at: string) => plain(whenText(at, NOW)),
    since: (at: string) => plain(texts.sent.notSentSince(whenText(at, NOW))),
  };
}

beforeEach(() => void vi.resetModules());

test('English times have the preposition of their day', async () => {
  const { list, when, since } = await timesIn('en-US');
  expect([today, yesterday, before].map(when)).toEqual([
    'at 9:14 AM',
    'yesterday at 1:05 PM',
    'on Nov 21 at 6:03 PM',
  ]);
  expect([today, before].map(list)).toEqual(['9:14 AM', 'Nov 21 at 6:03 PM']);
  expect(since(before)).toMatch(/^Waiting since Nov 21 at 6:03 PM\./);
  expect(since(today)).toMatch(/^Waiting since 9:14 AM\./);
});

test('Spanish times have the article of their hour and day', async () => {
  const { when, since } = await timesIn('es-ES');
  expect([today, before].map(when)).toEqual(['a las 9:14', 'el 21 nov a las 18:03']);
  expect(when(new Date(2026, 10, 23, 1, 5).toISOString())).toBe('a la 1:05');
  expect(when(new Date(2026, 10, 22, 1, 5).toISOString())).toBe('ayer a la 1:05');
  expect(since(today)).toMatch(/^En espera desde las 9:14\./);
  expect(since(before)).toMatch(/^En espera desde el 21 nov a las 18:03\./);
});

test('the hours are those of the phone’s region', async () => {
  const { when, since } = await timesIn('es-US');
  expect(when(before)).toBe('el 21 nov a las 6:03 p.m.');
  expect(when(yesterday)).toBe('ayer a la 1:05 p.m.');
  expect(since(before)).toBe('En espera desde el 21 nov a las 6:03 p.m. El teléfono sigue intentando.');
});

test('a phone in a third language has the times of the app’s language', async () => {
  const { when } = await timesIn('de-DE');
  expect(when(yesterday)).toBe('yesterday at 1:05 PM');
});

test('a moment of the next 24 hours needs no day, also after midnight', async () => {
  const { list, when } = await timesIn('en-US');
  expect(list(new Date(2026, 10, 24, 0, 12).toISOString())).toBe('12:12 AM');
  expect(when(new Date(2026, 10, 24, 13, 59).toISOString())).toBe('at 1:59 PM');
  expect(list(new Date(2026, 10, 24, 14, 0).toISOString())).toBe('Nov 24 at 2:00 PM');
});
