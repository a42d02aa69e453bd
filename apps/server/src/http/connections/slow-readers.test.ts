import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { SlowReaders } from './slow-readers.ts';

/** A connection with `written` bytes in all, of which its client has not read the last `unread`. */
class Connection {
  bytesWritten = 0;
  writableLength = 0;
  isDestroyed = false;

  set(written: number, unread: number): void {
    this.bytesWritten = written;
    this.writableLength = unread;
  }

  destroy(): never {
    this.isDestroyed = true;
    return this as never;
  }
}

/** A connection that is checked every five seconds. */
function connected() {
  const readers = new SlowReaders({ within: 30_000, bytes: 1000 });
  const connection = new Connection();
  readers.add(connection);
  let now = 0;
  const check = (times = 1) => {
    for (let at = 0; at < times; at += 1) {
      readers.check(now);
      now += 5000;
    }
    return connection.isDestroyed;
  };
  return { connection, check, readers };
}

test('a client that reads nothing is disconnected after the time', () => {
  const { connection, check } = connected();
  connection.set(5000, 5000);
  expect(check(6)).toBe(false);
  expect(check()).toBe(true);
});

test('a client that reads less than the limit is disconnected, one that reads as much is not', () => {
  const [slow, fast] = [connected(), connected()];
  for (let read = 0; read < 8; read += 1) {
    slow.connection.set(50_000, 50_000 - read * 160);
    fast.connection.set(50_000, 50_000 - read * 180);
    slow.check();
    fast.check();
  }
  expect([slow.connection.isDestroyed, fast.connection.isDestroyed]).toEqual([true, false]);
});

test('a connection with nothing to read is not disconnected, nor one whose client read everything in between', () => {
  const { connection, check } = connected();
  expect(check(20)).toBe(false);
  connection.set(100, 100);
  expect(check(6)).toBe(false);
  connection.set(100, 0);
  check();
  connection.set(200, 100);
  expect(check(6)).toBe(false);
});

test('a connection that was closed is not checked', () => {
  const { connection, check, readers } = connected();
  connection.set(100, 100);
  readers.delete(connection);
  expect(check(20)).toBe(false);
});

/** Both ends of a real connection. */
async function realConnection() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const accepted = once(server, 'connection') as Promise<[Socket]>;
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const [socket] = await accepted;
  onTestFinished(() => {
    client.destroy();
    socket.destroy();
    server.close();
  });
  return { socket, client };
}

test('a client that reads one large write slowly is not disconnected until it stops reading', async () => {
  const { socket, client } = await realConnection();
  const rule = { within: 30_000, bytes: 16_000 };
  const readers = new SlowReaders(rule);
  readers.add(socket);
  socket.write(Buffer.alloc(64_000_000));
  const { _handle: handle } = socket as unknown as { _handle: { writeQueueSize: number } };
  /** What the system has not taken yet. */
  const left = () => handle.writeQueueSize;
  let now = 0;
  for (let round = 0; round < 4; round += 1) {
    readers.check(now);
    expect(socket.destroyed).toBe(false);
    const target = left() - rule.bytes;
    while (left() > target) if (client.read() === null) await once(client, 'readable');
    now += 20_000;
  }
  expect(socket.writableLength).toBe(64_000_000);
  for (const at of [0, 20_000]) readers.check(now + at);
  expect(socket.destroyed).toBe(false);
  readers.check(now + 40_000);
  expect(socket.destroyed).toBe(true);
});
