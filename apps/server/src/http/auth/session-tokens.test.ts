import { expect, test } from 'vitest';
import { AccountsDb } from '../../db/handles/accounts.ts';
import { buildTeam } from '../../factories/accounts.ts';
import { testDatabase } from '../../testing/databases/database.ts';
import { createLink } from './account-links.ts';
import { startSession } from './session-tokens.ts';

const BITS = 256;
const COUNT = 200;

test('tokens of sessions and links are 256 random bits and stored only as hashes', async () => {
  const { db } = await testDatabase();
  const { id: accountId, email } = await buildTeam(db);
  const link = { purpose: 'reset', role: 'team', accountId, email, minutes: 10 } as const;
  for (const create of [
    () => startSession(new AccountsDb(db), 'team', accountId),
    () => createLink(new AccountsDb(db), link),
  ]) {
    const tokens: string[] = [];
    for (let one = 0; one < COUNT; one += 1) tokens.push(await create());
    const bytes = tokens.map((token) => Buffer.from(token, 'base64url'));
    expect(new Set(bytes.map(({ length }) => length * 8))).toEqual(new Set([BITS]));
    // No part of a token is constant or a counter: every byte has many values.
    for (let at = 0; at < BITS / 8; at += 1) {
      expect(new Set(bytes.map((token) => token[at])).size).toBeGreaterThan(80);
    }
    const stored = JSON.stringify([
      await db.selectFrom('session').selectAll().execute(),
      await db.selectFrom('account_link').selectAll().execute(),
    ]);
    expect(tokens.filter((token) => stored.includes(token))).toEqual([]);
  }
});
