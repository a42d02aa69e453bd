import { expect, it } from 'vitest';
import { canonicalJson, nextHash, type ChainedEvent } from './event-chain.ts';

const EVENT: ChainedEvent = {
  seq: 1,
  at: '2026-11-25T08:00:00.000Z',
  kind: 'opened',
  actor: null,
  data: '{"button_id":5}',
};

it('hashes an event with the hash before it', () => {
  const first = nextHash(null, EVENT);
  expect(first).toMatch(/^[0-9a-f]{64}$/);
  expect(nextHash(null, { ...EVENT })).toBe(first);
  expect(nextHash(first, EVENT)).not.toBe(first);
});

it.each([
  { seq: 2 },
  { at: '2026-11-25T08:00:00.001Z' },
  { kind: 'closed' },
  { actor: '{"name":"Maria Ortiz"}' },
  { data: '{"button_id":4}' },
])('gives another hash for $seq $at $kind $actor $data', (change) => {
  expect(nextHash(null, { ...EVENT, ...change })).not.toBe(nextHash(null, EVENT));
});

it('gives one hash for the same moment', () => {
  expect(nextHash(null, { ...EVENT, at: '2026-11-25T09:00:00+01:00' })).toBe(nextHash(null, EVENT));
});

it('writes equal values as one text', () => {
  expect(canonicalJson({ b: [1, { d: null, c: 'x' }], a: true })).toBe(
    '{"a":true,"b":[1,{"c":"x","d":null}]}',
  );
});
