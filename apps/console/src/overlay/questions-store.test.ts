import { expect, test } from 'vitest';
import { createQuestionsStore } from './questions-store.ts';

const leave = { title: 'Leave?', verb: 'Leave' };
const erase = { title: 'Erase?', verb: 'Erase' };

test('a request waits until the person decides, and is then removed', async () => {
  const store = createQuestionsStore();
  const shown: (string | undefined)[] = [];
  store.subscribe(() => shown.push(store.current()?.title));
  const answer = store.ask(leave);
  store.answer(true);
  expect(await answer).toBe(true);
  expect(shown).toEqual(['Leave?', undefined]);
});

test('declining is a decision', async () => {
  const store = createQuestionsStore();
  const answer = store.ask(leave);
  store.answer(false);
  expect(await answer).toBe(false);
});

test('a request that another one replaces is declined', async () => {
  const store = createQuestionsStore();
  const first = store.ask(leave);
  const second = store.ask(erase);
  expect(await first).toBe(false);
  expect(store.current()).toBe(erase);
  store.answer(true);
  expect(await second).toBe(true);
});
