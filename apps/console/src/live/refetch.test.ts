import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, onTestFinished, test } from 'vitest';
import { refetch } from './refetch.ts';

const KEY = ['rows'];

/** An observed query whose reads end, in any order, when the test answers them. */
function openRows() {
  const queries = new QueryClient();
  const answers: ((rows: string[]) => void)[] = [];
  const observer = new QueryObserver(queries, {
    queryKey: KEY,
    // Without the signal, a canceled read would end with the answer that arrives later.
    queryFn: ({ signal }) => {
      signal.throwIfAborted();
      return new Promise<string[]>((resolve) => answers.push(resolve));
    },
  });
  onTestFinished(observer.subscribe(() => {}));
  return { queries, observer, answer: (read: number, rows: string[]) => answers[read]?.(rows), answers };
}

test('a change during a refresh: the refresh ends with the rows after the change', async () => {
  const { queries, observer, answer, answers } = openRows();
  answer(0, ['first']);
  await expect.poll(() => observer.getCurrentResult().data).toEqual(['first']);
  const refreshed = observer.refetch();
  expect(answers).toHaveLength(2);
  void refetch(queries, KEY);
  await expect.poll(() => answers.length).toBe(3);
  answer(1, ['first']);
  answer(2, ['second', 'first']);
  expect((await refreshed).data).toEqual(['second', 'first']);
});

test('a change during the first read: its result is not accepted, because it may be older', async () => {
  const { queries, observer, answer, answers } = openRows();
  expect(answers).toHaveLength(1);
  void refetch(queries, KEY);
  await expect.poll(() => answers.length).toBe(2);
  answer(0, []);
  answer(1, ['first']);
  await expect.poll(() => observer.getCurrentResult().data).toEqual(['first']);
});
