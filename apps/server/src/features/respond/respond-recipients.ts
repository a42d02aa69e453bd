import { OWNER } from '@callpoint/alerts/escalation/directory';
import type { Responder } from '@callpoint/contract/incidents';
import type { IncidentsDb } from '../../db/incidents.ts';
import type { Row } from '../../db/rows.ts';
import { isOwnedBy, ownerOf } from '../../incidents/incident-row.ts';
import type { LinkedResponder } from '../../incidents/links.ts';

/** Who was notified of an incident and who has responded, one entry for each person, without their addresses. */

export type Answer = 'have' | 'cannot';

/**
 * `how`: the channels over which the person was notified or answered; `console` for an answer there. `isReached`: false if
 * every message to the person failed or is held, and they have not answered.
 */
export type Recipient = {
  who: string;
  how: string[];
  answer: Answer | null;
  isOwner: boolean;
  isReached: boolean;
};

type StoredRecipient = Row<'incident_responder'>;
type Person = Recipient & { answeredAt: number; failed: string[] };

/** The newest answer of a recipient over any of their addresses. */
export async function readAnswer(
  db: IncidentsDb,
  { incident_id, person }: Pick<StoredRecipient, 'incident_id' | 'person'>,
): Promise<Answer | null> {
  const found = await db
    .selectFrom('incident_responder')
    .select('answer')
    .where('incident_id', '=', incident_id)
    .where('person', '=', person)
    .where('answer', 'is not', null)
    .orderBy('answered_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return (found?.answer ?? null) as Answer | null;
}

/** The others: those who have it or can help first, then those who can’t, those who have not answered, those not reached. */
export async function readOthers(
  db: IncidentsDb,
  { responder: self, incident }: LinkedResponder,
): Promise<Recipient[]> {
  const people = new Map<string, Person>();
  const recipients = await db
    .selectFrom('incident_responder')
    .select(['id', 'name', 'channel', 'address', 'role', 'answer', 'answered_at', 'person'])
    .where('incident_id', '=', self.incident_id)
    .where('person', '!=', self.person)
    .orderBy('id')
    .execute();
  const unreached = await findUnreached(db, self.incident_id);
  for (const { id, person, channel, answer, answered_at, ...recipient } of recipients) {
    const added = addTo(people, person, nameOf(recipient), channel, answer as Answer | null, answered_at);
    if (unreached.has(id) && answer === null) added.failed.push(channel);
  }
  for (const { at, actor, answer } of await readConsoleAnswers(db, self.incident_id)) {
    const key = actor.role === 'team' ? OWNER : `console ${actor.name}`;
    const isSelf = key === self.person || (actor.role === self.role && actor.name === self.name);
    if (!isSelf) addTo(people, key, actor.name, 'console', answer, at);
  }
  const owner = ownerOf(incident);
  for (const [key, person] of people) {
    const hasItInConsole = owner?.via === 'console' && owner.name === person.who;
    person.isOwner = isOwnedBy(incident, null, key) || hasItInConsole;
    const reached = person.how.filter((channel) => !person.failed.includes(channel));
    person.isReached = person.answer !== null || reached.length > 0;
    if (person.isReached) person.how = reached;
  }
  const order = ({ answer, isReached }: Recipient) =>
    answer === 'have' ? 0 : answer === 'cannot' ? 1 : isReached ? 2 : 3;
  return [...people.values()].toSorted((one, other) => order(one) - order(other));
}

/** Recipients whose messages have all failed, are held or were skipped: nobody may rely on them. */
async function findUnreached(db: IncidentsDb, incidentId: number): Promise<ReadonlySet<number>> {
  const messages = await db
    .selectFrom('delivery')
    .select(['responder_id', 'state'])
    .distinct()
    .where('incident_id', '=', incidentId)
    .execute();
  const states = Map.groupBy(messages, ({ responder_id }) => responder_id ?? 0);
  return new Set(
    [...states].flatMap(([id, of]) => (of.every(({ state }) => STOPPED.has(state)) ? [id] : [])),
  );
}

const STOPPED: ReadonlySet<string> = new Set(['failed', 'held', 'skipped']);

function addTo(
  people: Map<string, Person>,
  key: string,
  who: string,
  how: string,
  answer: Answer | null,
  at: string | null,
): Person {
  const person = people.get(key) ?? { ...NOBODY, who, how: [], failed: [] };
  people.set(key, person);
  // A name is known in the console, but not for every address.
  if (how === 'console') person.who = who;
  if (!person.how.includes(how)) person.how.push(how);
  const answeredAt = at === null ? -Infinity : Date.parse(at);
  if (answer === null || answeredAt < person.answeredAt) return person;
  return Object.assign(person, { answer, answeredAt });
}

const NOBODY = { answer: null, isOwner: false, isReached: true, answeredAt: -Infinity } as const;

/** People of the console are no recipients: only the timeline has their answers. */
async function readConsoleAnswers(
  db: IncidentsDb,
  incidentId: number,
): Promise<{ at: string; actor: Responder; answer: Answer }[]> {
  const events = await db
    .selectFrom('incident_event')
    .select(['at', 'actor', 'data'])
    .where('incident_id', '=', incidentId)
    .where('kind', '=', 'answered')
    .orderBy('seq')
    .execute();
  return events.flatMap(({ at, actor: stored, data }) => {
    const actor = JSON.parse(stored ?? 'null') as Responder | null;
    const { answer } = JSON.parse(data) as { answer: Answer };
    return actor?.via === 'console' ? [{ at, actor, answer }] : [];
  });
}

function nameOf({ name, role, address }: Pick<StoredRecipient, 'name' | 'role' | 'address'>): string {
  return name ?? `${ROLE_NAMES[role] ?? 'Recipient'} (${maskAddress(address)})`;
}

const ROLE_NAMES: Readonly<Record<string, string>> = {
  team: 'Safety team',
  contacts: 'Safety contact',
  owner: 'Account owner',
  consultancy: 'Safety consultancy',
  administrators: 'Administrator',
};

/** Enough of an address for a colleague to recognize it. */
function maskAddress(address: string): string {
  const [name = '', host] = address.split('@');
  if (host !== undefined) return `${name.slice(0, 2)}…@${host}`;
  return address.startsWith('+') ? `…${address.slice(-4)}` : 'Callpoint app';
}
