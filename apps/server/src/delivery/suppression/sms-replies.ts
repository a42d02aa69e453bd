import { rawDb } from '../../db/handle.ts';
import type { PlatformDb } from '../../db/platform.ts';
import { markReachabilityOf } from '../../db/reachability-marks.ts';
import type { Db } from '../../db/tables.ts';

/** An SMS that somebody sent to us. `sender` is the one of ours that they answered. */
export type SmsReply = { messageSid: string; sender: string; number: string; body: string };

/** The words that carriers and the provider know, each alone in a message. */
const WORDS = {
  stop: ['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT'],
  start: ['START', 'YES', 'UNSTOP'],
  help: ['HELP', 'INFO'],
} as const;
export type ReplyWord = keyof typeof WORDS;

/** What a message of one word asks for; null for anything else. */
export function replyWord(body: string): ReplyWord | null {
  const word = body.trim().toUpperCase();
  const found = (Object.keys(WORDS) as ReplyWord[]).find((name) =>
    (WORDS[name] as readonly string[]).includes(word),
  );
  return found ?? null;
}

/**
 * Stops or starts a number for a sender, as its reply asks. The same reply again changes nothing, even when others
 * came between. Returns the word that counted; null where there was none, or where it had come before.
 */
export async function takeReply(
  on: Db | PlatformDb,
  reply: SmsReply,
  now = new Date(),
): Promise<ReplyWord | null> {
  const word = replyWord(reply.body);
  if (word === null) return null;
  const { messageSid: message_sid, sender, number } = reply;
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
      if (word === 'stop') {
        await tx
          .insertInto('sms_stop')
          .values({ sender, number, stopped_at: at })
          // What only the provider had said is now the person's own word.
          .onConflict((conflict) =>
            conflict.columns(['sender', 'number']).doUpdateSet({ refused_until: null }),
          )
          .execute();
      } else if (word === 'start') {
        await tx.deleteFrom('sms_stop').where('sender', '=', sender).where('number', '=', number).execute();
        const stopped = tx
          .deleteFrom('bad_address')
          .where('channel', '=', 'sms')
          .where('address', '=', number);
        await stopped.where('fault', '=', 'sms-stopped').execute();
      }
      if (word !== 'help') await markReachabilityOf(tx, [number]);
      return word;
    });
}
