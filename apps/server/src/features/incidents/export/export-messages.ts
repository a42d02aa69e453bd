import type { Channel } from '@callpoint/contract/channels/channels';
import type { PlatformDb } from '../../../db/handles/platform.ts';
import type { Row } from '../../../db/rows.ts';
import type { TenantDb } from '../../../db/handles/tenant.ts';
import {
  attemptText,
  reasonText,
  type ReasonedMessage,
  type StoredAttempt,
} from '../../../delivery/channels/message-reason.ts';
import { withTexts } from '../../../delivery/queue/message-text.ts';
import type { ExportEntry } from '../../../incidents/timeline/export-chain.ts';
import { Slices } from '../../../scheduling/slices.ts';

/** Messages that are read together. */
const BATCH_SIZE = 100;
/** Maximum messages of a file: an incident has a few hundred at most unless its policy is unusual. */
const MAX_MESSAGES = 5_000;
/** Maximum attempts of a file: most messages have one. A file of both maxima has about 20 MB. */
const MAX_ATTEMPTS = 20_000;

/** The recipients with their answers, and each message with its exact text, its attempts and its receipts. */
export async function messageEntries(
  tenant: TenantDb,
  platform: PlatformDb,
  incidentId: number,
  signal: AbortSignal | undefined,
): Promise<ExportEntry[]> {
  const recipients = await tenant
    .selectFrom('incident_responder')
    .select(['id', 'channel', 'address', 'role', 'name', 'answer', 'answered_at'])
    .where('incident_id', '=', incidentId)
    .orderBy('id')
    .execute();
  const hidden = (role: string) => tenant.scope !== 'all' && (role === 'admin' || role === 'administrators');
  const entries: ExportEntry[] = recipients.map((recipient) => ({
    kind: 'recipient',
    data: hidden(recipient.role) ? { ...recipient, address: '', name: null } : recipient,
  }));
  const writer = new MessageWriter(entries, hidden);
  const slices = new Slices();
  for (let after = 0, count = 0; count < MAX_MESSAGES; count += BATCH_SIZE) {
    signal?.throwIfAborted();
    const rows = await tenant
      .selectFrom('delivery')
      .selectAll()
      .where('incident_id', '=', incidentId)
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH_SIZE)
      .execute();
    const attempts = await attemptsOf(platform, rows, MAX_ATTEMPTS + 1 - writer.attempts);
    const byMessage = Map.groupBy(attempts, ({ delivery_id }) => delivery_id);
    for (const message of await withTexts(platform, rows)) {
      writer.add(message, byMessage.get(message.id) ?? []);
      await slices.pause();
    }
    after = rows.at(-1)?.id ?? 0;
    if (rows.length < BATCH_SIZE) return [...entries, ...writer.limits()];
  }
  entries.push({
    kind: 'limit',
    data: { messages: MAX_MESSAGES, text: 'Further messages are not in this file.' },
  });
  return [...entries, ...writer.limits()];
}

type Message = Row<'delivery'> & { subject: string | null; body: string };
type Attempt = Row<'delivery_attempt'>;

/** Writes each different text once, before the first message that has it. */
class MessageWriter {
  readonly #entries: ExportEntry[];
  readonly #hidden: (role: string) => boolean;
  readonly #texts = new Map<string, number>();
  #attempts = 0;

  constructor(entries: ExportEntry[], hidden: (role: string) => boolean) {
    this.#entries = entries;
    this.#hidden = hidden;
  }

  /** Attempts so far, also those that are beyond the limit. */
  get attempts(): number {
    return this.#attempts;
  }

  add(message: Message, attempts: readonly Attempt[]): void {
    const isHidden = this.#hidden(message.role);
    this.#entries.push({ kind: 'message', data: messageData(message, this.#textOf(message), isHidden) });
    for (const attempt of attempts) {
      this.#attempts += 1;
      if (this.#attempts > MAX_ATTEMPTS) return;
      this.#entries.push({ kind: 'attempt', data: attemptData(message, attempt, isHidden) });
    }
  }

  /** What the file says if it has not all attempts. */
  limits(): ExportEntry[] {
    if (this.#attempts <= MAX_ATTEMPTS) return [];
    const text = 'Further attempts are not in this file.';
    return [{ kind: 'limit', data: { attempts: MAX_ATTEMPTS, text } }];
  }

  #textOf({ subject, body }: Message): number {
    const key = JSON.stringify([subject, body]);
    const known = this.#texts.get(key);
    if (known !== undefined) return known;
    const text = this.#texts.size + 1;
    this.#texts.set(key, text);
    this.#entries.push({ kind: 'text', data: { text, subject, body } });
    return text;
  }
}

function messageData(message: Message, text: number, isHidden: boolean): ExportEntry['data'] {
  const { id, incident_run, responder_id, channel, role, purpose, state, note } = message;
  return {
    id,
    step: incident_run,
    recipient: responder_id,
    channel,
    role,
    address: isHidden ? '' : message.address,
    purpose,
    text,
    note,
    state,
    reason: isHidden ? null : reasonText(message as unknown as ReasonedMessage),
    created_at: message.created_at,
    sent_at: message.sent_at,
    delivered_at: message.delivered_at,
    text_deleted_at: message.purged_at,
  };
}

function attemptData({ id, channel }: Message, attempt: Attempt, isHidden: boolean): ExportEntry['data'] {
  const { at, ms, outcome, fault, provider_id } = attempt;
  // Mail servers often repeat the address in their replies.
  const detail = isHidden ? '' : attemptText(channel as Channel, attempt as unknown as StoredAttempt);
  return { message: id, at, ms, outcome, fault, provider_id, detail };
}

/** @param most attempts that are read */
async function attemptsOf(
  platform: PlatformDb,
  messages: readonly { id: number }[],
  most: number,
): Promise<Attempt[]> {
  if (messages.length === 0 || most <= 0) return [];
  const ids = messages.map(({ id }) => id);
  return await platform
    .selectFrom('delivery_attempt')
    .selectAll()
    .where('delivery_id', 'in', ids)
    .orderBy('id')
    .limit(most)
    .execute();
}
