import { expect, test } from 'vitest';
import { createEmitter } from './emitter.ts';
import { createStore } from './store.ts';

test('listeners read the new value', () => {
  const store = createStore('a');
  const read: string[] = [];
  store.subscribe(() => read.push(store.current()));
  store.set('b');
  expect([store.current(), read]).toEqual(['b', ['b']]);
});

test('setting the same value again calls no listener', () => {
  const store = createStore('a');
  let calls = 0;
  store.subscribe(() => (calls += 1));
  store.set('a');
  expect(calls).toBe(0);
});

test('a listener that unsubscribed is not called, and the others still are', () => {
  const store = createStore(0);
  const calls: string[] = [];
  const stop = store.subscribe(() => calls.push('first'));
  store.subscribe(() => calls.push('second'));
  stop();
  store.set(1);
  expect(calls).toEqual(['second']);
});

test('the same function can subscribe twice', () => {
  const store = createStore(0);
  let calls = 0;
  const listener = () => (calls += 1);
  const stop = store.subscribe(listener);
  store.subscribe(listener);
  stop();
  store.set(1);
  expect(calls).toBe(1);
});

test('a watched store runs from the first subscription to the end of the last one', () => {
  const runs: string[] = [];
  const store = createStore(0, () => {
    runs.push('start');
    return () => runs.push('stop');
  });
  const stops = [store.subscribe(() => {}), store.subscribe(() => {})];
  for (const stop of stops) stop();
  expect(runs).toEqual(['start', 'stop']);
  store.subscribe(() => {})();
  expect(runs).toEqual(['start', 'stop', 'start', 'stop']);
});

test('an emitter passes each message to its listeners and stores none', () => {
  const emitter = createEmitter<string>();
  const received: string[] = [];
  emitter.emit('before');
  const stop = emitter.subscribe((message) => received.push(message));
  emitter.emit('during');
  stop();
  emitter.emit('after');
  expect(received).toEqual(['during']);
});
