import { expect, test } from 'vitest';
import type { Caller } from '../../http/auth/session-tokens.ts';
import { OpenImages } from './open-images.ts';
import { MAX_UPLOAD_BYTES } from './receive-image.ts';
import { UploadSlots } from './upload-slots.ts';

const SESSION = { sessionId: 1, authenticatedAt: '' };
const subscriber = (teamId: number): Caller => ({ role: 'team', id: teamId, teamId, ...SESSION });
const ADMIN: Caller = { role: 'admin', id: 1, ...SESSION };

const busy = { status: 503, retryAfter: 5 };

test('subscribers that leave images unread cannot keep others from opening one', () => {
  const open = new OpenImages();
  const enter = (teamId: number, images: number) =>
    Array.from({ length: images }, () => open.enter(subscriber(teamId)));
  const releases = [1, 2, 3, 4].flatMap((teamId) => enter(teamId, 8));
  expect(() => enter(1, 1)).toThrow(expect.objectContaining({ status: 429, retryAfter: 5 }));
  enter(5, 1);
  expect(() => enter(5, 1)).toThrow(expect.objectContaining(busy));
  open.enter(ADMIN);
  for (const release of releases) release();
  enter(5, 7);
});

test('subscribers with slow uploads cannot keep others from uploading an image', () => {
  const slots = new UploadSlots();
  const enter = (id: number, teamId: number) => slots.enter({ id, teamId }, MAX_UPLOAD_BYTES);
  const releases = [1, 2, 3, 4].flatMap((id) => [enter(id, 1 + (id % 2)), enter(id, 1 + (id % 2))]);
  expect(() => enter(5, 1)).toThrow(expect.objectContaining({ status: 429 }));
  enter(6, 3);
  expect(() => enter(6, 3)).toThrow(expect.objectContaining(busy));
  for (const release of releases) release();
  enter(6, 3);
});
