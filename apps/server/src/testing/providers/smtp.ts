import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import PostalMime from 'postal-mime';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';

/**
 * A real SMTP server on loopback for tests and measurements. It stores the emails that it accepts, and simulates the
 * faults that a test chooses.
 */

export type ReceivedEmail = {
  /** The sender in the envelope (MAIL FROM). */
  from: string;
  /** The recipients in the envelope (RCPT TO). */
  to: string[];
  raw: string;
  subject: string;
  text: string;
  html: string | null;
  /** Whether the connection was encrypted. */
  secure: boolean;
  /** Including < and >. */
  messageId: string;
  /** The header fields by lower-case name. If a name occurs several times, the first one. */
  headers: Record<string, string>;
  /** Addresses in the header's To, Cc and Bcc. */
  headerTo: string[];
  /** When the server accepted the email, in milliseconds of `performance.now()`. */
  at: number;
};

/** A step of an SMTP session. `data`: the full message is received and not yet accepted. */
export type SmtpStep = {
  at: 'connect' | 'auth' | 'mail' | 'rcpt' | 'data';
  /** The recipient; '' before the client has sent one. */
  to: string;
  /** The message, at `data` only. */
  raw: string;
  /** The number of the connection, from 1. */
  connection: number;
};

/** undefined: continue; an object: reject with this reply; 'cut': close the connection without a reply. */
export type SmtpReply = void | { code: number; text: string } | 'cut';
export type SmtpBehavior = (step: SmtpStep) => SmtpReply | Promise<SmtpReply>;

export type TestSmtpServer = {
  /** For SMTP_URL. */
  url: string;
  port: number;
  /** All accepted emails, in order; updated live. */
  mails: ReceivedEmail[];
  /** The number of connections so far. */
  connections: () => number;
  /** Resolves when at least `count` emails have been accepted in total. */
  waitFor(count: number): Promise<ReceivedEmail[]>;
  /** Sets the function that is called at every step from now on. Without an argument, all emails are accepted. */
  behave(behavior?: SmtpBehavior): void;
  /** Closes the port and every connection. */
  close(): Promise<void>;
};

type SmtpServerOptions = {
  port?: number;
  /** PEM: the server then offers STARTTLS. */
  tls?: { key: string; cert: string };
};

export async function startSmtpServer({ port = 0, tls }: SmtpServerOptions = {}): Promise<TestSmtpServer> {
  const mails: ReceivedEmail[] = [];
  const waiting = new Set<() => void>();
  const sockets = new Map<number, Socket>();
  const numbers = new Map<string, number>();
  let connections = 0;
  let behavior: SmtpBehavior = () => {};

  type Done = (error?: Error | null) => void;
  const runStep = (
    step: Omit<SmtpStep, 'connection'>,
    session: SMTPServerSession,
    proceed: () => void,
    done: Done,
  ) => {
    void (async () => {
      try {
        const connection = numbers.get(session.id) ?? 0;
        const reply = await behavior({ ...step, connection });
        if (reply === 'cut') return sockets.get(session.remotePort)?.destroy();
        if (reply) return done(Object.assign(new Error(reply.text), { responseCode: reply.code }));
        proceed();
      } catch (error) {
        done(error as Error);
      }
    })();
  };
  async function receiveMail(stream: Readable, session: SMTPServerSession, done: Done): Promise<void> {
    // null: the client disconnected before the end of the message.
    const bytes = await buffer(stream).catch(() => null);
    if (bytes === null) return;
    const { mailFrom, rcptTo } = session.envelope;
    const to = rcptTo.map(({ address }) => address);
    const from = mailFrom === false ? '' : mailFrom.address;
    const mail = { ...(await receivedMail(bytes, from, to)), secure: session.secure };
    const accept = () => {
      mails.push(mail);
      done();
      for (const check of waiting) check();
    };
    runStep({ at: 'data', to: to[0] ?? '', raw: mail.raw }, session, accept, done);
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
      runStep({ at: 'connect', to: '', raw: '' }, session, () => done(), done);
    },
    onAuth({ username }, session, done) {
      const reject: Done = (error) => done(error ?? null);
      runStep({ at: 'auth', to: '', raw: '' }, session, () => done(null, { user: username ?? '' }), reject);
    },
    onMailFrom(_address, session, done) {
      runStep({ at: 'mail', to: '', raw: '' }, session, () => done(), done);
    },
    onRcptTo({ address }, session, done) {
      runStep({ at: 'rcpt', to: address, raw: '' }, session, () => done(), done);
    },
    onData(stream, session, done) {
      void receiveMail(stream, session, done);
    },
  });
  // A client that closes its connection is not a fault of this server.
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
      behavior = next;
    },
    waitFor: (count) =>
      new Promise((resolve) => {
        const check = () => {
          if (mails.length < count) return;
          waiting.delete(check);
          resolve(mails);
        };
        waiting.add(check);
        check();
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
): Promise<Omit<ReceivedEmail, 'secure'>> {
  const mail = await PostalMime.parse(bytes);
  const headers: Record<string, string> = {};
  for (const { key, value } of mail.headers) headers[key] ??= value;
  const recipients = [...(mail.to ?? []), ...(mail.cc ?? []), ...(mail.bcc ?? [])];
  return {
    from,
    to,
    raw: bytes.toString('latin1'),
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    html: mail.html ?? null,
    messageId: mail.messageId ?? '',
    headers,
    headerTo: recipients.map(({ address }) => address ?? ''),
    at: performance.now(),
  };
}
