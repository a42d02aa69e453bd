import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { addImageToForm, buildImage } from '../../factories/images.ts';
import { tableStore } from '../../images/table-store.ts';
import { imageServer } from '../../testing/phones/image-phone.ts';

/** Images that one account may open at the same time. */
const MOST = 8;
/** More than the system keeps for a connection whose client does not read. In bytes. */
const LARGE = 16 * 1024 * 1024;

/** Opens an image on a connection of its own, and reads only the beginning. */
async function openWithoutReading(url: string, token: string, key: string): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => {});
  onTestFinished(() => void socket.destroy());
  const head = ['Host: x', `Authorization: Bearer ${token}`];
  socket.write(`GET /mapi/v1/images?key=${key}&size=full HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n`);
  await once(socket, 'readable');
  return socket;
}

async function readRest(socket: Socket): Promise<number> {
  let bytes = 0;
  for await (const part of socket) bytes += (part as Buffer).length;
  return bytes;
}

test('a client that does not read its images is disconnected, and its account can open others', async () => {
  const { server, user, phone } = await imageServer({
    images: tableStore,
    slowReader: { within: 120, bytes: 1 },
  });
  const store = async (full: Buffer) => {
    const content = { full, thumbnail: Buffer.alloc(1) };
    const key = await buildImage(server.db, tableStore(server.db), user, { content });
    await addImageToForm(server.db, user, body.data.id, key);
    return key;
  };
  const { body } = await phone.submit([]);
  const [large, small] = [await store(Buffer.alloc(LARGE)), await store(Buffer.alloc(1))];
  const opening = Array.from({ length: MOST }, () => openWithoutReading(server.url, phone.token, large));
  const sockets = await Promise.all(opening);
  // A large one takes longer than the limit of this test on a busy machine.
  await expect.poll(async () => (await phone.read(small)).status).toBe(200);
  // Those that are not disconnected yet are read now, and receive everything.
  const received = await Promise.all(sockets.map(readRest));
  expect(Math.min(...received)).toBeLessThan(LARGE);
});
