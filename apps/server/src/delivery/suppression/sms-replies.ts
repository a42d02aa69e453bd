import { CHANNEL, CHANNELS } from '@callpoint/contract/channels/channels';
import { FAULTS, findFault } from '@callpoint/contract/faults';
import { rawDb } from '../../db/handles/handle.ts';
import type { PlatformDb } from '../../db/handles/platform.ts';
import { markReachabilityByAddress } from '../../db/reachability-marks.ts';
import type { Db } from '../../db/tables.ts';

/** An SMS that we received. `from`: our from-number that it replies to; `number`: the person's. */
export type SmsReply = { messageSid: string; from: string; number: string; body: string };

/** The channels that a STOP applies to. */
const STOPPED_CHANNELS = CHANNELS.filter((channel) => CHANNEL[channel].obeysStop);

/** The faults that mean that a number has replied STOP. */
const OPT_OUT_FAULTS = Object.keys(FAULTS).filter((code) => findFault(code)?.isOptOut === true);

/** The keywords of carriers and the provider. A keyword is the only word of its message. */
const KEYWORDS = {
  stop: ['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT'],
  start: ['START', 'YES', 'UNSTOP'],
  help: ['HELP', 'INFO'],
} as const;
export type ReplyKeyword = keyof typeof KEYWORDS;

/** The keyword of a message with a single word; null for other messages. */
export function replyKeyword(body: string): ReplyKeyword | null {
  const word = body.trim().toUpperCase();
  const found = (Object.keys(KEYWORDS) as ReplyKeyword[]).find((name) =>
    (KEYWORDS[name] as readonly string[]).includes(word),
  );
  return found ?? null;
}

/**
 * Records an opt-out or opt-in of a number for our from-number. A repeated call with the same reply changes nothing,
 * even after other replies. Returns the keyword, and whether our SMS to the number were stopped until this reply; null without
 * a keyword, or for a repeated reply.
 */
export async function recordReply(
  on: Db | PlatformDb,
  reply: SmsReply,
  now = new Date(),
): Promise<{ keyword: ReplyKeyword; wasStopped: boolean } | null> {
  const word = replyKeyword(reply.body);
  if (word === null) return null;
  const { messageSid: message_sid, from: sender, number } = reply;
  const at = now.toISOString();
  return await rawDb(on)
    .transaction()
    .execute(async (tx) => {
      const { numInsertedOrUpdatedRows } = await tx
        .insertInto('sms_reply')
        .values({ message_sid, sender, number, word, at })
        .onConflict((conflict) => conflict.column('message_sid').doNothing())
        .executeTakeFirstOrThrow();
      if (numInsertedOrUpdatedRows === 0n) return null;
      const stop = await tx
        .selectFrom('sms_stop')
        .select('number')
        .where('sender', '=', sender)
        .where('number', '=', number)
        .where((row) => row.or([row('refused_until', 'is', null), row('refused_until', '>', at)]))
        .executeTakeFirst();
      if (word === 'stop') {
        await tx
          .insertInto('sms_stop')
          .values({ sender, number, stopped_at: at })
          // The person's own reply replaces a rejection of the provider.
          .onConflict((conflict) =>
            conflict.columns(['sender', 'number']).doUpdateSet({ refused_until: null }),
          )
          .execute();
      } else if (word === 'start') {
        await tx.deleteFrom('sms_stop').where('sender', '=', sender).where('number', '=', number).execute();
        const stopped = tx
          .deleteFrom('bad_address')
          .where('channel', 'in', STOPPED_CHANNELS)
          .where('address', '=', number);
        await stopped.where('fault', 'in', OPT_OUT_FAULTS).execute();
      }
      if (word !== 'help') await markReachabilityByAddress(tx, [number]);
      return { keyword: word, wasStopped: stop !== undefined };
    });
}
