import { OWNER } from '@callpoint/alerts/escalation/directory';
import type { Responder } from '@callpoint/contract/incidents';
import type { IncidentsDb } from '../../db/handles/incidents.ts';
import type { Row } from '../../db/rows.ts';
import { isOwnedBy } from '../../incidents/incident-row.ts';
import { phoneOf } from '../../incidents/answers/responder.ts';
import type { LinkedResponder } from '../../incidents/answers/links.ts';

/** Who was notified of an incident and who has responded, one entry for each person, without their addresses. */

export type Answer = 'have' | 'cannot';

/**
 * What happened to the messages to someone: at least one was sent, or at least one is still to be sent, or all failed, were
 * skipped or are held.
 */
export type Reach = 'sent' | 'waiting' | 'none';

/**
 * `how`: the channels over which the person was notified or answered; `console` for an answer there. `reach`: `sent` also
 * if the person has answered.
 */
export type Recipient = {
  who: string;
  how: string[];
  answer: Answer | null;
  isOwner: boolean;
  reach: Reach;
};

type StoredRecipient = Row<'incident_responder'>;
type Person = Recipient & { answeredAt: number; reaches: Map<string, Reach> };

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

/** The others: those who have it or can help first, then those who can’t, those who have not answered, those who were not notified. */
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
  const reaches = await readReaches(db, self.incident_id);
  for (const { id, person, channel, answer, answered_at, ...recipient } of recipients) {
    const added = addTo(people, person, nameOf(recipient), channel, answer as Answer | null, answered_at);
    // The owner may have been known only by the number when they answered.
    added.isOwner ||= isOwnedBy(incident, phoneOf(recipient), person);
    if (answer === null)
      added.reaches.set(channel, better(added.reaches.get(channel), reaches.get(id) ?? 'sent'));
  }
  for (const { at, actor, answer, person } of await readConsoleAnswers(db, self.incident_id)) {
    if (person !== self.person) addTo(people, person, actor.name, 'console', answer, at);
  }
  for (const [key, person] of people) {
    person.isOwner ||= isOwnedBy(incident, null, key);
    const reachOf = (channel: string) => person.reaches.get(channel) ?? 'sent';
    person.reach = person.how.map(reachOf).reduce(better, person.answer === null ? 'none' : 'sent');
    const best = person.how.filter((channel) => reachOf(channel) === person.reach);
    if (best.length > 0) person.how = best;
  }
  const order = ({ answer, reach }: Recipient) =>
    answer === 'have' ? 0 : answer === 'cannot' ? 1 : REACHES.indexOf(reach) + 2;
  return [...people.values()].toSorted((one, other) => order(one) - order(other));
}

/** The best first. */
const REACHES: readonly Reach[] = ['sent', 'waiting', 'none'];

function better(one: Reach = 'none', other: Reach): Reach {
  return REACHES.find((reach) => reach === one || reach === other) ?? 'none';
}

/** By recipient. Nobody may rely on people to whom no message was sent. */
async function readReaches(db: IncidentsDb, incidentId: number): Promise<ReadonlyMap<number, Reach>> {
  const messages = await db
    .selectFrom('delivery')
    .select(['responder_id', 'state'])
    .distinct()
    .where('incident_id', '=', incidentId)
    .execute();
  const reaches = new Map<number, Reach>();
  for (const { responder_id, state } of messages) {
    const id = responder_id ?? 0;
    reaches.set(id, better(reaches.get(id), REACH_OF[state] ?? 'none'));
  }
  return reaches;
}

/** Of the other states of messages: none. */
const REACH_OF: Readonly<Record<string, Reach>> = { sent: 'sent', pending: 'waiting', sending: 'waiting' };

function addTo(
  people: Map<string, Person>,
  key: string,
  who: string,
  how: string,
  answer: Answer | null,
  at: string | null,
): Person {
  const person = people.get(key) ?? { ...NOBODY, who, how: [], reaches: new Map<string, Reach>() };
  people.set(key, person);
  // A name is known in the console, but not for every address.
  if (how === 'console') person.who = who;
  if (!person.how.includes(how)) person.how.push(how);
  const answeredAt = at === null ? -Infinity : Date.parse(at);
  if (answer === null || answeredAt < person.answeredAt) return person;
  return Object.assign(person, { answer, answeredAt });
}

const NOBODY = { answer: null, isOwner: false, reach: 'sent', answeredAt: -Infinity } as const;

/** People of the console are no recipients: only the timeline has their answers. */
async function readConsoleAnswers(
  db: IncidentsDb,
  incidentId: number,
): Promise<{ at: string; actor: Responder; answer: Answer; person: string }[]> {
  const events = await db
    .selectFrom('incident_event')
    .select(['at', 'actor', 'data', 'person'])
    .where('incident_id', '=', incidentId)
    .where('kind', '=', 'answered')
    .orderBy('seq')
    .execute();
  return events.flatMap(({ at, actor: stored, data, person }) => {
    const actor = JSON.parse(stored ?? 'null') as Responder | null;
    const { answer } = JSON.parse(data) as { answer: Answer };
    if (actor?.via !== 'console') return [];
    // Earlier versions stored no key: the name is the best that there is.
    return [
      { at, actor, answer, person: person ?? (actor.role === 'team' ? OWNER : `console ${actor.name}`) },
    ];
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
