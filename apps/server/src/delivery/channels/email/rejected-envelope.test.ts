import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { openSmtp } from './smtp.ts';

/**
 * A mail server with pipelining that rejects every recipient, still replies to DATA with 354, and then stops
 * responding.
 */
async function pipeliningServer(rejection: string) {
  const sockets: Socket[] = [];
  const closed: Promise<unknown>[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    closed.push(once(socket, 'close'));
    socket.on('error', () => {});
    socket.write('220 hi\r\n');
    socket.on('data', (bytes) => {
      for (const line of String(bytes).split('\r\n')) {
        if (line.startsWith('EHLO')) socket.write('250-hi\r\n250 PIPELINING\r\n');
        else if (line.startsWith('MAIL')) socket.write('250 ok\r\n');
        else if (line.startsWith('RCPT')) socket.write(`${rejection}\r\n`);
        else if (line === 'DATA') socket.write('354 go ahead\r\n');
      }
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, closed };
}

test.for([
  ['550 5.1.1 No such user', 'permanent', 'mailbox-unknown'],
  ['451 4.7.1 Try later', 'temporary', 'mail-greylisted'],
] as const)(
  'a rejection of every recipient (%s) is the result even if the reply to DATA is 354, and closes the connection',
  async ([rejection, kind, fault]) => {
    const { url, closed } = await pipeliningServer(rejection);
    const smtp = openSmtp({ url, from: 'alerts@callpoint.example' }, 1);
    onTestFinished(() => smtp.close());
    const mail = { subject: 'Help', text: 'Ana needs help.', html: null, messageId: 'abc', urgent: false };
    expect(await smtp.send({ ...mail, to: 'safety@team.example' })).toMatchObject({ kind, fault });
    await closed[0];
    // The next email gets a new connection.
    expect(await smtp.send({ ...mail, to: 'other@team.example' })).toMatchObject({ kind, fault });
    expect(closed).toHaveLength(2);
  },
);
