import { expect, test } from 'vitest';
import { contentLine, heldLines, missingImagesLines, otherTablesLines } from './report.ts';

test('the lines about a copy name one thing, or several', () => {
  const content = (rows: number) =>
    new Map(
      ['team', 'app_user', 'button_click', 'form_submission', 'delivery', 'image_content'].map((table) => [
        table,
        { rows: table === 'form_submission' ? 0 : rows, hash: '', lastId: null },
      ]),
    );
  expect(contentLine(content(1))).toBe(
    '5 rows of 6 tables: 1 subscriber, 1 app user, 1 submission, 1 message, 1 image.',
  );
  expect(contentLine(content(2000))).toBe(
    '10,000 rows of 6 tables: 2,000 subscribers, 2,000 app users, 2,000 submissions, 2,000 messages, 2,000 images.',
  );
  expect(missingImagesLines(1, true)).toEqual([
    '1 image is not part of it: it is in the bucket (PICTURES_URL). Back up the bucket too.',
  ]);
  expect(missingImagesLines(2, false)).toEqual(['2 images are not part of it: their files were not found.']);
  expect(otherTablesLines([])).toEqual([]);
  expect(otherTablesLines(['notes', 'orders'])).toEqual([
    'The tables notes, orders of this database are not of Callpoint, and not part of it.',
  ]);
});

test('the lines about what a restore stopped name one thing, or several', () => {
  const held = (each: number) =>
    heldLines({
      incidents: each,
      messages: each,
      checkIns: each,
      pushMessages: each,
      emails: each,
      sessions: each,
      links: each,
    });
  expect(held(0)).toEqual([]);
  expect(held(1)).toEqual([
    '- 1 message that was waiting is held. Release it in the console if it should be sent.',
    '- 1 incident that no one had acknowledged stays open, without further steps.',
    '- 1 check-in that was due has ended.',
    '- 1 push message is not sent.',
    '- 1 due email about a payment or a monthly report is not sent.',
    '- 1 session of a console has ended: the person logs in again. Phones stay logged in.',
    '- 1 unused link for a password or an installation has ended: the person needs a new one.',
  ]);
  expect(held(2)).toContain('- 2 incidents that no one had acknowledged stay open, without further steps.');
});
