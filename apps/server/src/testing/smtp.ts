import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import PostalMime from 'postal-mime';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';

/** A real SMTP server on loopback for tests and measurements: it keeps what it takes, and fails as it is told. */

export type ReceivedMail = {
  /** The envelope, as it came over the wire. */
  from: string;
  to: string[];
  raw: string;
  subject: string;
  text: string;
  html: string | null;
  /** Whether it came over an encrypted connection. */
  secure: boolean;
  /** With its < and >. */
  messageId: string;
  /** Of the header, by lower-case name; of several of one name the first. */
  headers: Record<string, string>;
  /** Addresses in the header's To, Cc and Bcc. */
  headerTo: string[];
  /** When it was taken, in milliseconds of `performance.now()`. */
  at: number;
};

/** Where a conversation is: `data` is after the whole message has come, before it is taken. */
export type SmtpStep = {
  at: 'connect' | 'auth' | 'mail' | 'rcpt' | 'data';
  /** The recipient so far, '' before there is one. */
  to: string;
  /** The message, at `data` only. */
  raw: string;
  /** The number of its connection, from 1 on. */
  connection: number;
};

/** nothing: go on; an answer: refuse with it; 'cut': drop the connection without a word. */
export type SmtpAnswer = void | { code: number; text: string } | 'cut';
export type SmtpBehaviour = (step: SmtpStep) => SmtpAnswer | Promise<SmtpAnswer>;

export type TestSmtpServer = {
  /** For SMTP_URL. */
  url: string;
  port: number;
  /** What was taken, in order; live. */
  mails: ReceivedMail[];
  /** Connections made so far. */
  connections: () => number;
  /** Resolves when at least `count` mails have been taken in all. */
  waitFor(count: number): Promise<ReceivedMail[]>;
  /** From now on; asked at every step. Without an argument: take everything. */
  behave(behaviour?: SmtpBehaviour): void;
  /** Closes the port and drops every connection. */
  close(): Promise<void>;
};

type SmtpServerOptions = {
  port?: number;
  /** PEM: the server then offers STARTTLS. */
  tls?: { key: string; cert: string };
};

export async function startSmtpServer({ port = 0, tls }: SmtpServerOptions = {}): Promise<TestSmtpServer> {
  const mails: ReceivedMail[] = [];
  const waiting = new Set<() => void>();
  const sockets = new Map<number, Socket>();
  const numbers = new Map<string, number>();
  let connections = 0;
  let behaviour: SmtpBehaviour = () => {};

  type Done = (error?: Error | null) => void;
  const ask = (
    asked: Omit<SmtpStep, 'connection'>,
    session: SMTPServerSession,
    goOn: () => void,
    done: Done,
  ) => {
    void (async () => {
      try {
        const connection = numbers.get(session.id) ?? 0;
        const answer = await behaviour({ ...asked, connection });
        if (answer === 'cut') return sockets.get(session.remotePort)?.destroy();
        if (answer) return done(Object.assign(new Error(answer.text), { responseCode: answer.code }));
        goOn();
      } catch (error) {
        done(error as Error);
      }
    })();
  };
  async function takeMail(stream: Readable, session: SMTPServerSession, done: Done): Promise<void> {
    // null: the client went away in the middle of the message, which is then nobody's.
    const bytes = await buffer(stream).catch(() => null);
    if (bytes === null) return;
    const { mailFrom, rcptTo } = session.envelope;
    const to = rcptTo.map(({ address }) => address);
    const from = mailFrom === false ? '' : mailFrom.address;
    const mail = { ...(await receivedMail(bytes, from, to)), secure: session.secure };
    const keep = () => {
      mails.push(mail);
      done();
      for (const look of waiting) look();
    };
    ask({ at: 'data', to: to[0] ?? '', raw: mail.raw }, session, keep, done);
  }

  const server = new SMTPServer({
    ...(tls ?? { disabledCommands: ['STARTTLS'] }),
    authOptional: true,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    hideENHANCEDSTATUSCODES: true,
    closeTimeout: 1,
    logger: false,
    onConnect(session, done) {
      connections += 1;
      numbers.set(session.id, connections);
      ask({ at: 'connect', to: '', raw: '' }, session, () => done(), done);
    },
    onAuth({ username }, session, done) {
      const refuse: Done = (error) => done(error ?? null);
      ask({ at: 'auth', to: '', raw: '' }, session, () => done(null, { user: username ?? '' }), refuse);
    },
    onMailFrom(_address, session, done) {
      ask({ at: 'mail', to: '', raw: '' }, session, () => done(), done);
    },
    onRcptTo({ address }, session, done) {
      ask({ at: 'rcpt', to: address, raw: '' }, session, () => done(), done);
    },
    onData(stream, session, done) {
      void takeMail(stream, session, done);
    },
  });
  // A client that drops its connection is not this server's fault.
  server.on('error', () => {});
  const listener = server.listen(port, '127.0.0.1');
  listener.on('connection', (socket: Socket) => {
    const from = socket.remotePort ?? 0;
    sockets.set(from, socket);
    socket.once('close', () => sockets.delete(from));
  });
  await once(listener, 'listening');
  const bound = (listener.address() as AddressInfo).port;

  return {
    url: `smtp://127.0.0.1:${bound}`,
    port: bound,
    mails,
    connections: () => connections,
    behave(next = () => {}) {
      behaviour = next;
    },
    waitFor: (count) =>
      new Promise((resolve) => {
        const look = () => {
          if (mails.length < count) return;
          waiting.delete(look);
          resolve(mails);
        };
        waiting.add(look);
        look();
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets.values()) socket.destroy();
      }),
  };
}

async function receivedMail(
  bytes: Buffer,
  from: string,
  to: string[],
): Promise<Omit<ReceivedMail, 'secure'>> {
  const mail = await PostalMime.parse(bytes);
  const headers: Record<string, string> = {};
  for (const { key, value } of mail.headers) headers[key] ??= value;
  const shown = [...(mail.to ?? []), ...(mail.cc ?? []), ...(mail.bcc ?? [])];
  return {
    from,
    to,
    raw: bytes.toString('latin1'),
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    html: mail.html ?? null,
    messageId: mail.messageId ?? '',
    headers,
    headerTo: shown.map(({ address }) => address ?? ''),
    at: performance.now(),
  };
}
