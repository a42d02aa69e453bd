import { expect, test } from 'vitest';
import { CallError } from './call-error.ts';
import { findStored, isStale, saveOptimistically } from './optimistic-save.ts';

type Row = { text: string; other: number; updated_at: string };

const STALE = new CallError('rejected', 409, [{ msg: 'Someone else changed this.', field: 'updated_at' }]);

/** A row on a server that rejects stale saves, and an editor who wants `mine` after seeing `shown`. */
function editing(server: Row, shown: Row, mine: string, known = shown.text) {
  const calls: string[] = [];
  const result = saveOptimistically<Row>({
    row: shown,
    isUnchanged: ({ text }) => text === known,
    isAlreadySaved: ({ text }) => text === mine,
    save: async (row) => {
      calls.push(`save over ${row.updated_at}`);
      if (row.updated_at !== server.updated_at && server.text !== mine.toUpperCase()) throw STALE;
      return { ...row, text: mine, updated_at: `${server.updated_at}+` };
    },
    readAgain: async () => {
      calls.push('read');
      return server;
    },
  });
  return { result, calls };
}

const shown = { text: 'One', other: 1, updated_at: '1' };

test('a row that no one else changed is saved in one call', async () => {
  const { result, calls } = editing(shown, shown, 'Mine');
  expect(await result).toEqual({ saved: { text: 'Mine', other: 1, updated_at: '1+' } });
  expect(calls).toEqual(['save over 1']);
});

test('someone else’s change is returned, and not replaced', async () => {
  const theirs = { text: 'Theirs', other: 1, updated_at: '2' };
  const { result, calls } = editing(theirs, shown, 'Mine');
  expect(await result).toEqual({ theirs });
  expect(calls).toEqual(['save over 1', 'read', 'save over 0001-01-01T00:00:00.000Z']);
});

test('the own change, stored in another notation by an attempt without a response, is not a conflict', async () => {
  const stored = { text: 'MINE', other: 1, updated_at: '2' };
  const saved = { text: 'Mine', other: 1, updated_at: '2+' };
  const again = editing(stored, shown, 'Mine');
  expect(await again.result).toEqual({ saved });
  expect(again.calls).toEqual(['save over 1']);
  const afterRead = editing(stored, stored, 'Mine', shown.text);
  expect(await afterRead.result).toEqual({ saved });
  expect(afterRead.calls).toEqual(['save over 0001-01-01T00:00:00.000Z']);
});

test('a text over the own one, which was sent before and is stored in another notation, is not a conflict', async () => {
  const server = { text: 'MINE', other: 1, updated_at: '2' };
  const calls: string[] = [];
  const save = async (row: Row, text: string) => {
    calls.push(`${text} over ${row.updated_at}`);
    if (row.updated_at !== server.updated_at && server.text !== text.toUpperCase()) throw STALE;
    if (text === 'Bad') throw new CallError('rejected', 400, [{ msg: 'Wrong.' }]);
    return { ...row, text, updated_at: '3' };
  };
  const saving = (sent: string[]) =>
    saveOptimistically<Row>({
      row: shown,
      isUnchanged: ({ text }) => text === 'One',
      isOwn: async (row) => (await findStored(row, sent, save)) !== null,
      isAlreadySaved: () => false,
      save: (row) => save(row, 'Next'),
      readAgain: async () => server,
    });
  expect(await saving(['Bad', 'Mine'])).toEqual({ saved: { text: 'Next', other: 1, updated_at: '3' } });
  const none = '0001-01-01T00:00:00.000Z';
  expect(calls).toEqual([
    'Next over 1',
    `Next over ${none}`,
    `Bad over ${none}`,
    `Mine over ${none}`,
    'Next over 2',
  ]);
  expect(await saving(['Bad', 'Other'])).toEqual({ theirs: server });
});

test('an unrelated change stays, and is not a conflict', async () => {
  const { result, calls } = editing({ text: 'One', other: 2, updated_at: '2' }, shown, 'Mine');
  expect(await result).toEqual({ saved: { text: 'Mine', other: 2, updated_at: '2+' } });
  expect(calls).toEqual(['save over 1', 'read', 'save over 2']);
});

test('the same change by two people is not a conflict', async () => {
  const same = { text: 'Mine', other: 1, updated_at: '2' };
  expect(await editing(same, shown, 'Mine').result).toEqual({ saved: same });
});

test('the save of a row that changes at every attempt is rejected after a limited number of attempts', async () => {
  const unstable = saveOptimistically<Row>({
    row: shown,
    isUnchanged: () => true,
    isAlreadySaved: () => false,
    save: () => Promise.reject(STALE),
    readAgain: async () => shown,
  });
  await expect(unstable).rejects.toBe(STALE);
});

test('only the rejection of an outdated version counts as stale', () => {
  expect(isStale(STALE)).toBe(true);
  expect(isStale(new CallError('rejected', 409, [{ msg: 'Taken.', field: 'data.email' }]))).toBe(false);
  expect(isStale(new CallError('unreachable', 0, []))).toBe(false);
  expect(isStale(null)).toBe(false);
});
