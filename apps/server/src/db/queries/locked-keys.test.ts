import { expect, test } from 'vitest';
import { testDatabase } from '../../testing/databases/database.ts';
import { PlatformDb } from '../handles/platform.ts';

test('keys are locked in a transaction only', async () => {
  const { db } = await testDatabase();
  const keys = [{ text: 'a', number: 1 }];
  const platform = new PlatformDb(db);
  await expect(platform.lockKeys(keys)).rejects.toThrow('until a transaction ends');
  await platform.transaction((tx) => tx.lockKeys(keys));
});
