import { expect, test } from 'vitest';
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
