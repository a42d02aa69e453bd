import { expect, test } from 'vitest';
import { createQuestionsStore } from './questions-store.ts';

const leave = { title: 'Leave?', verb: 'Leave' };
const erase = { title: 'Erase?', verb: 'Erase' };

test('the question is there until it is answered, and then gone', async () => {
  const store = createQuestionsStore();
  const shown: (string | undefined)[] = [];
  store.subscribe(() => shown.push(store.current()?.title));
  const answer = store.ask(leave);
  store.answer(true);
  expect(await answer).toBe(true);
  expect(shown).toEqual(['Leave?', undefined]);
});

test('no is an answer', async () => {
  const store = createQuestionsStore();
  const answer = store.ask(leave);
  store.answer(false);
  expect(await answer).toBe(false);
});

test('a question that another one takes the place of is answered with no', async () => {
  const store = createQuestionsStore();
  const first = store.ask(leave);
  const second = store.ask(erase);
  expect(await first).toBe(false);
  expect(store.current()).toBe(erase);
  store.answer(true);
  expect(await second).toBe(true);
});
