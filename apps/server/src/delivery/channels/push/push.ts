import { parsePushAddress } from '@callpoint/contract/channels/push/push-address';
import type { ChannelAdapter, OutgoingMessage, Ownership, SendOutcome } from '../channel.ts';
import { pushNote } from './push-note.ts';
import { sendPush, type PushResult, type PushSending } from './push-request.ts';
import { deleteTarget, findTargets, type StoredTarget } from './push-targets.ts';

/** Accounts that are notified at the same time; each has few devices. */
const CONCURRENCY = 8;
/** Maximum milliseconds of a request to a push service. */
const TIMEOUT = 10_000;
/** Seconds that a push service stores a message for a device without a connection: later, it alarms people for nothing. */
const TTL = 3600;

export type PushAdapterOptions = PushSending & {
  publicUrl: string | null;
  /** For tests: how long a request may take, in milliseconds. */
  timeout?: number;
};

type Sent = { target: StoredTarget; result: PushResult };

/** Sends each message of the outbox to all devices of an account. */
export function createPushAdapter({
  accounts,
  sender,
  publicUrl,
  timeout = TIMEOUT,
}: PushAdapterOptions): ChannelAdapter {
  async function sendTo(
    target: StoredTarget,
    message: OutgoingMessage,
    { signal, isOwned }: Ownership,
  ): Promise<PushResult> {
    if (!isOwned()) return { kind: 'failed', reason: 'another process reclaimed it', retryAfter: null };
    const payload = JSON.stringify(pushNote(message, publicUrl));
    // The same topic again replaces the message, so that a repeated attempt shows it once.
    const content = { payload, ttl: TTL, topic: message.message_key.slice(0, 32) };
    return await sendPush(sender, target, content, AbortSignal.any([signal, AbortSignal.timeout(timeout)]));
  }

  return {
    concurrency: CONCURRENCY,
    async send(message, ownership) {
      const account = parsePushAddress(message.address);
      if (!account) return { kind: 'permanent', fault: 'push-bad-address' };
      const targets = await findTargets(accounts, account, new Date());
      const sent = await Promise.all(
        targets.map(async (target): Promise<Sent> => {
          const result = await sendTo(target, message, ownership);
          if (result.kind === 'gone') await deleteTarget(accounts, target.id);
          return { target, result };
        }),
      );
      return outcomeOf(sent.map(({ result }) => result));
    },
  };
}

/** One device is enough: the person has the message. */
function outcomeOf(results: readonly PushResult[]): SendOutcome {
  const accepted = results.filter(({ kind }) => kind === 'sent').length;
  const devices = results.filter(({ kind }) => kind !== 'gone');
  if (accepted > 0) {
    return { kind: 'sent', providerText: `${accepted} of ${devices.length} devices` };
  }
  const failed = devices.filter((result) => result.kind === 'failed');
  const [first] = failed;
  if (first) {
    const wait = Math.min(...failed.map(({ retryAfter }) => retryAfter ?? 0)) * 1000;
    return {
      kind: 'temporary',
      fault: 'push-unreachable',
      errorText: first.reason,
      ...(wait > 0 ? { retryAfter: wait } : {}),
    };
  }
  const [rejected] = devices;
  if (rejected?.kind === 'rejected') {
    return { kind: 'permanent', fault: 'push-rejected', errorText: rejected.reason };
  }
  return { kind: 'permanent', fault: 'push-no-subscription' };
}
