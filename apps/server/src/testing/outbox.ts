import type { PlannedMessage } from '@callpoint/alerts/plan/messages';
import { perChannel, type Channel } from '@callpoint/contract/channels/channels';
import type { Row } from '../db/rows.ts';
import type { Db } from '../db/tables.ts';
import type { DeliveryLog } from '../delivery/channels/delivery-log.ts';
import type { ConfiguredChannels, MessageText } from '../delivery/channels/channel.ts';
import { attemptText, reasonText, type ReasonedMessage } from '../delivery/channels/message-reason.ts';
import { withTexts } from '../delivery/queue/message-text.ts';
import { addMessages } from '../delivery/queue/outbox.ts';
import type { StateChange } from '../delivery/queue/reclaim.ts';
import type { AttemptOutcome, MessageState } from '@callpoint/contract/deliveries';

/** For tests of delivery: submissions with messages, a clock that the test controls, and events to wait for. */

export const BOTH_CHANNELS: ConfiguredChannels = perChannel(() => true);

export function plannedEmail(overrides: Partial<PlannedMessage> = {}): PlannedMessage {
  return {
    channel: 'email',
    role: 'team',
    address: 'safety@team.example',
    subject: 'Lone Worker Emergency: Ana Flores',
    text: 'Ana Flores needs help.\nPhone: +1 202 555 0143',
    html: '<!doctype html><p>Ana Flores needs help.</p>',
    skipped: null,
    ...overrides,
  };
}

type PressOptions = { emergency?: boolean; channels?: ConfiguredChannels; now?: Date };

export type TestOutbox = {
  teamId: number;
  /** Stores a new press with these messages and returns its id. */
  press(messages: readonly PlannedMessage[], options?: PressOptions): Promise<number>;
  /** All messages with their texts, and `reason` as people read it. */
  rows(): Promise<(Row<'delivery'> & MessageText)[]>;
  /** The attempts of all messages, by message and then in order; `detail` as people read it. */
  attempts(): Promise<Row<'delivery_attempt'>[]>;
};

/** A stored message with its reason as people read it. */
export function withReason<
  Stored extends { [Name in keyof ReasonedMessage]: ReasonedMessage[Name] | string },
>(row: Stored): Stored {
  return { ...row, reason: reasonText(row as ReasonedMessage) };
}

export async function testOutbox(db: Db): Promise<TestOutbox> {
  const at = new Date().toISOString();
  const team = await db
    .insertInto('team')
    .values({
      email: 'tess@team.example',
      account_name: 'Orchard',
      first_name: 'Tess',
      last_name: 'Miller',
      phone: '+1 202 555 0100',
      password_hash: '-',
      is_paid: 0,
      plan: 'free',
      max_users: 10,
      status: 1,
      created_at: at,
      updated_at: at,
      search_text: '',
      email_confirmed_at: at,
      daily_email_limit: 1_000_000,
      daily_sms_limit: 1_000_000,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const user = await db
    .insertInto('app_user')
    .values({
      team_id: team.id,
      name: 'Ana Flores',
      email: 'ana@team.example',
      phone: '+1 202 555 0143',
      password_hash: '-',
      search_text: '',
      password_set_by_other: 1,
      status: 1,
      created_at: at,
      updated_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  let presses = 0;
  return {
    teamId: team.id,
    async press(messages, { emergency = false, channels = BOTH_CHANNELS, now = new Date() } = {}) {
      presses += 1;
      return await db.transaction().execute(async (tx) => {
        const { name, email, phone } = await tx
          .selectFrom('app_user')
          .select(['name', 'email', 'phone'])
          .where('id', '=', user.id)
          .executeTakeFirstOrThrow();
        const { id } = await tx
          .insertInto('button_click')
          .values({
            team_id: team.id,
            app_user_id: user.id,
            button_id: emergency ? 5 : 2,
            client_id: `press-${presses}`,
            screen_text: 'Help is on its way.',
            created_at: now.toISOString(),
            user_name: name,
            user_email: email,
            user_phone: phone,
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        const item = { kind: 'button', itemId: emergency ? 5 : 2 } as const;
        const press = { teamId: team.id, ...item, submissionId: id, emergency, messages };
        await addMessages(tx, channels, [press], now);
        return id;
      });
    },
    async rows() {
      const rows = await db.selectFrom('delivery').selectAll().orderBy('id').execute();
      return await withTexts(db, rows.map(withReason));
    },
    async attempts() {
      const rows = await db
        .selectFrom('delivery_attempt')
        .innerJoin('delivery', 'delivery.id', 'delivery_attempt.delivery_id')
        .selectAll('delivery_attempt')
        .select('delivery.channel')
        .orderBy('delivery_id')
        .orderBy('delivery_attempt.id')
        .execute();
      return rows.map(({ channel, ...row }) => {
        const stored = { ...row, outcome: row.outcome as AttemptOutcome };
        return { ...row, detail: attemptText(channel as Channel, stored) };
      });
    },
  };
}

export type ManualClock = { now: () => Date; advance(ms: number): void };

export function manualClock(start = '2026-11-21T08:00:00.000Z'): ManualClock {
  let at = Date.parse(start);
  return {
    now: () => new Date(at),
    advance(ms) {
      at += ms;
    },
  };
}

/** Collects the results that a worker reports and the lines that it logs. */
export class DeliveryEvents {
  readonly changed: StateChange[] = [];
  readonly lines: string[] = [];
  readonly #waiting = new Set<() => void>();

  readonly onResult = (changed: readonly StateChange[]): void => {
    this.changed.push(...changed);
    this.#check();
  };

  readonly log: DeliveryLog = {
    warn: (values, text) => this.#line(`warn ${text} ${JSON.stringify(values)}`),
    error: (values, text) => this.#line(`error ${text} ${JSON.stringify(values)}`),
  };

  /** Resolves when `count` results with this state have been reported in total. */
  reached(state: MessageState, count: number): Promise<void> {
    return this.until(() => this.changed.filter((change) => change.state === state).length >= count);
  }

  /** Resolves when a line that contains `text` has been logged. */
  logged(text: string): Promise<void> {
    return this.until(() => this.lines.some((line) => line.includes(text)));
  }

  until(condition: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const check = () => {
        if (!condition()) return;
        this.#waiting.delete(check);
        resolve();
      };
      this.#waiting.add(check);
      check();
    });
  }

  #line(line: string): void {
    this.lines.push(line);
    this.#check();
  }

  #check(): void {
    for (const check of this.#waiting) check();
  }
}

/** A promise that the test resolves, for a server that delays its response. */
export function gate(): { opened: Promise<void>; open: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { opened: promise, open: resolve };
}
