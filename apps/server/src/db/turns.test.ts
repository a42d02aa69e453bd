import { expect, test } from 'vitest';
import { Turns } from './turns.ts';

test('turns are taken one at a time, in the order in which they were asked for', async () => {
  const turns = new Turns();
  const heard: string[] = [];
  const work = async (name: string) => {
    await turns.take();
    heard.push(`${name} begins`);
    await Promise.resolve();
    heard.push(`${name} ends`);
    turns.pass();
  };
  await Promise.all(['a', 'b', 'c'].map(work));
  await work('d');
  expect(heard).toEqual(['a', 'b', 'c', 'd'].flatMap((name) => [`${name} begins`, `${name} ends`]));
});

test('a turn that was passed goes to the next in line, not to who comes just then', async () => {
  const turns = new Turns();
  await turns.take();
  const heard: string[] = [];
  const second = turns.take().then(() => heard.push('second'));
  turns.pass();
  const third = turns.take().then(() => heard.push('third'));
  await second;
  expect(heard).toEqual(['second']);
  turns.pass();
  await third;
  expect(heard).toEqual(['second', 'third']);
});
