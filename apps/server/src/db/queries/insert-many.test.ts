import { expect, test } from 'vitest';
import { insertTexts } from '../../delivery/queue/message-text.ts';
import { testDatabase } from '../../testing/databases/database.ts';

test.each([0, 1, 2, 31, 33, 1203])('inserts %i rows in their order', async (count) => {
  const { db } = await testDatabase();
  const texts = Array.from({ length: count }, (_, index) => ({
    subject: index % 2 === 0 ? null : `Subject ${index}`,
    body: `Body ${index}`,
    html: null,
  }));
  const ids = await insertTexts(db, texts);
  const stored = await db.selectFrom('message_text').selectAll().orderBy('id').execute();
  expect(stored).toEqual(texts.map((text, index) => ({ ...text, id: ids[index] })));
});

test('stores any characters as they are, and half of a pair as the replacement character', async () => {
  const { db } = await testDatabase();
  const bodies = [String.raw`a\ud83d "b" \u0041`, '🦺 \n\t', `${'🦺'.charAt(0)} half`, "'; drop table team"];
  await insertTexts(
    db,
    bodies.map((body) => ({ subject: null, body, html: null })),
  );
  const stored = await db.selectFrom('message_text').select('body').orderBy('id').execute();
  expect(stored.map(({ body }) => body)).toEqual([bodies[0], bodies[1], '\uFFFD half', bodies[3]]);
});
