import { column, nullable } from '../columns.ts';

const { integer, moment, text } = column;

/** What limits messages to an address, and whom a subscriber reaches. */
export const ADDRESSES = {
  /**
   * Messages that a subscriber sent on `day` (UTC, `2026-11-21`) over a channel to external recipients, and the number
   * of different recipients; the same for own recipients while the account is not confirmed. `is_near`: a limit holds
   * messages or soon will, so that reachability depends on the day. `held_at`: when a limit last held a message.
   */
  sending_usage: {
    team_id: integer,
    channel: text,
    day: text,
    messages: integer,
    recipients: integer,
    own_messages: integer,
    own_recipients: integer,
    is_near: integer,
    held_at: nullable(moment),
  },

  /**
   * A recipient (lower case; numbers in E.164) that counts for limits: on which day it was counted last, and as `own` or
   * `external`. `reached_at`: when a message to it was first sent; until then, `message_key` identifies a message that
   * may be sent.
   */
  sending_recipient: {
    team_id: integer,
    channel: text,
    address: text,
    day: text,
    counted_as: text,
    message_key: nullable(text),
    reached_at: nullable(moment),
  },

  /**
   * Numbers (E.164) that have replied STOP to one of our from-numbers (`sender`), until they reply START. With
   * `refused_until`, only the provider reported the STOP, and it applies until that time.
   */
  sms_stop: { sender: text, number: text, stopped_at: moment, refused_until: nullable(moment) },

  /** Replies that were processed, so that none is processed twice. */
  sms_reply: { message_sid: text, sender: text, number: text, word: text, at: moment },

  /** Addresses (lower case) whose last message failed because of the address. */
  bad_address: { channel: text, address: text, fault: text, at: moment },

  /**
   * Reachability snapshots: how many buttons and forms of a subscriber are red and amber, and which (JSON of
   * { kind, id, level }). `wanted` is the requested version and `judged` the computed one (see reachability-marks.ts);
   * `judged_under` is the computed version of the platform's part.
   */
  reach: {
    team_id: integer,
    wanted: integer,
    judged: integer,
    judged_under: text,
    judged_at: nullable(moment),
    red: integer,
    amber: integer,
    levels: text,
  },

  /** The addresses (lower case; numbers in E.164) on which a subscriber's reachability depends. */
  reach_address: { address: text, team_id: integer },
} as const;
