import { MAX_ID } from '@callpoint/contract/fields';
import { expect, test } from 'vitest';
import { testDatabase } from '../testing/databases/database.ts';
import { getDialect } from './dialect.ts';
import { readUsedIds } from './used-ids.ts';

test('the used ids are those of the tables of the product, the most used first', async () => {
  const { db } = await testDatabase();
  const { addId, setLastId } = getDialect(db);
  await addId(db.schema.createTable('of_others'), 'given').execute();
  await setLastId(db, 'of_others', MAX_ID);
  await setLastId(db, 'delivery', Math.ceil(MAX_ID / 4));
  await setLastId(db, 'audit', Math.ceil(MAX_ID / 2));
  const used = await readUsedIds(db);
  expect(used.slice(0, 2)).toEqual([
    { table: 'audit', ratio: expect.closeTo(0.5) },
    { table: 'delivery', ratio: expect.closeTo(0.25) },
  ]);
});
