import { expect, test } from 'vitest';
import { hashWithParameters } from '../../testing/passwords/old-hash.ts';
import { useProductionPasswordCost } from '../../testing/passwords/password-cost.ts';
import { hashPassword, needsRehash, verifyPassword } from './passwords.ts';

test('a password is verified against its hash, in any Unicode form', async () => {
  const phc = await hashPassword('Ché-guitar-77');
  expect(await verifyPassword('Ché-guitar-77'.normalize('NFD'), phc)).toBe(true);
  expect(await verifyPassword('Che-guitar-77', phc)).toBe(false);
});

test.each([
  { memory: 8192 },
  { passes: 1 },
  { parallelism: 2, memory: 4096 },
  { tagLength: 16 },
  { memory: 32_768, passes: 3 },
])('verifies with the stored parameters %j, and reports them as outdated', async (parameters) => {
  useProductionPasswordCost();
  const phc = hashWithParameters('Orchard-lamp-42', parameters);
  expect(await verifyPassword('Orchard-lamp-42', phc)).toBe(true);
  expect(await verifyPassword('Orchard-lamp-43', phc)).toBe(false);
  expect(needsRehash(phc)).toBe(true);
});

test('a new hash has the production cost and is not outdated', async () => {
  useProductionPasswordCost();
  const phc = await hashPassword('Orchard-lamp-42');
  expect(phc).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(needsRehash(phc)).toBe(false);
});

test.each([null, '', '-', '$argon2id$v=19$m=1,t=1,p=1$$', '$2b$10$abcdefghijklmnopqrstuv'])(
  'no password matches %j, which is no hash',
  async (phc) => {
    expect(await verifyPassword('', phc)).toBe(false);
    expect(await verifyPassword('Orchard-lamp-42', phc)).toBe(false);
  },
);
