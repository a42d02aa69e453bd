import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeRecordKey, encodeRecordKey, exampleRecordKey, isExampleRecordKey } from './record-link.ts';

const anyKey = fc.record({ appUserId: fc.integer({ min: 1, max: 2_147_483_647 }), clientId: fc.uuid() });

test('every record has one key, which a URL contains without escaping', () => {
  fc.assert(
    fc.property(anyKey, (record) => {
      const key = encodeRecordKey(record);
      expect(encodeURIComponent(key)).toBe(key);
      expect(key.length).toBeLessThanOrEqual(27);
      expect(decodeRecordKey(key)).toEqual(record);
    }),
  );
});

test.each([
  '',
  'x',
  'A'.repeat(22),
  'A'.repeat(23),
  'A'.repeat(28),
  '../../../etc/passwd-----',
  '%00'.repeat(9),
])('%j is the key of no record', (key) => expect(decodeRecordKey(key)).toBeNull());

test('a key with another spelling of the same record is not accepted', () => {
  const key = encodeRecordKey({ appUserId: 1, clientId: '3f2b8c1e-6f0a-4d55-9a51-0d6e2c6f5b11' });
  expect(decodeRecordKey(`${key.slice(0, -1)}${key.endsWith('E') ? 'F' : 'E'}`)).not.toEqual(
    decodeRecordKey(key),
  );
  expect(decodeRecordKey(`${key}AA`)).toBeNull();
});

test('the key of an example is as long as that of a record, and of no record', () => {
  const record = { appUserId: 70_000, clientId: '3f2b8c1e-6f0a-4d55-9a51-0d6e2c6f5b11' };
  expect(exampleRecordKey(70_000)).toHaveLength(encodeRecordKey(record).length);
  expect(isExampleRecordKey(exampleRecordKey(70_000))).toBe(true);
  expect(isExampleRecordKey(encodeRecordKey(record))).toBe(false);
  expect(isExampleRecordKey('no key')).toBe(false);
});
