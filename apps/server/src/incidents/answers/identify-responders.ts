import {
  comparableName,
  createAddressOwners,
  createPersonKeys,
  isSamePerson,
  type DirectoryPerson,
} from '@callpoint/alerts/escalation/directory';
import { CHANNEL, type Channel } from '@callpoint/contract/channels/channels';
import { CONTACT_PERSON } from '@callpoint/contract/setting-keys';
import type { Row } from '../../db/rows.ts';
import type { IncidentsDb } from '../../db/handles/incidents.ts';
import { readContacts, readUsers } from '../directory.ts';
import { ownerKeyOf } from '../incident-row.ts';

/**
 * Identifies the recipients of a locked incident. Returns one as it is stored now, and whether it is the person who pressed.
 */
export async function identifyResponder(
  tx: IncidentsDb,
  { id, incident_id, team_id }: Pick<Row<'incident_responder'>, 'id' | 'incident_id' | 'team_id'>,
  worker: DirectoryPerson,
): Promise<{ responder: Row<'incident_responder'>; isWorker: boolean }> {
  const { owner, people, storedKeys } = await identifyResponders(tx, { incident_id, team_id });
  const currentKeyOf = createPersonKeys({ owner, people });
  const keyOf = (one: DirectoryPerson) => {
    const current = currentKeyOf(one);
    return storedKeys.get(current) ?? current;
  };
  const query = tx.selectFrom('incident_responder').selectAll().where('id', '=', id);
  const responder = await query.executeTakeFirstOrThrow();
  const isWorker = [worker, owner, ...people].some(
    (one) => (one === worker || isSamePerson(one, worker)) && keyOf(one) === responder.person,
  );
  return { responder, isWorker };
}

/**
 * Finds the people behind the addresses of a locked incident and stores them, so that an answer over one address counts for all
 * addresses of the person. The messages of a press do not know them yet: a press must not wait for this. The key of a person in
 * an incident stays the same when someone edits their addresses. Returns the people whose addresses are known now, and
 * `storedKeys`: the keys that people have in the incident, by those that they would get now.
 */
export async function identifyResponders(
  tx: IncidentsDb,
  { incident_id, team_id }: Pick<Row<'incident_responder'>, 'incident_id' | 'team_id'>,
): Promise<{ owner: DirectoryPerson; people: DirectoryPerson[]; storedKeys: ReadonlyMap<string, string> }> {
  const owner = await tx
    .selectFrom('team')
    .select(['first_name', 'last_name', 'email', 'phone'])
    .where('id', '=', team_id)
    .executeTakeFirstOrThrow();
  const setting = await tx
    .selectFrom('settings')
    .select('setting_value')
    .where('team_id', '=', team_id)
    .where('setting_key', '=', CONTACT_PERSON)
    .executeTakeFirst();
  const responders = await tx
    .selectFrom('incident_responder')
    .selectAll()
    .where('incident_id', '=', incident_id)
    .orderBy('id')
    .execute();
  const incident = await tx
    .selectFrom('incident')
    .select('owner')
    .where('id', '=', incident_id)
    .executeTakeFirstOrThrow();
  const addresses = responders.map(({ address }) => address);
  const directory = {
    owner: { ...owner, name: `${owner.first_name} ${owner.last_name}`.trim() },
    people: [...(await readUsers(tx, team_id, addresses)), ...readContacts(setting?.setting_value)],
  };
  const findOwner = createAddressOwners(directory);
  const found = responders.flatMap((responder): Identified[] => {
    const kind = CHANNEL[responder.channel as Channel].addressKind;
    const { person: current, name } = findOwner(kind, responder.address);
    return name === null ? [] : [{ responder, current, name }];
  });
  const storedKeys = findStoredKeys(found, ownerKeyOf(incident));
  for (const one of found) {
    const { responder, current, name } = one;
    const keeps = isIdentified(one) && !isStillOf(one);
    const person = keeps ? responder.person : (storedKeys.get(current) ?? current);
    if (person === responder.person && responder.name !== null) continue;
    await tx
      .updateTable('incident_responder')
      .set({ person, name: responder.name ?? name })
      .where('id', '=', responder.id)
      .execute();
  }
  return { ...directory, storedKeys };
}

/** A recipient, and the key (`current`) and the name of the person who has its address now. */
type Identified = { responder: Row<'incident_responder'>; current: string; name: string };

/** The keys that people have in the incident, by their current ones. Of several, the owner's, or that of their first recipient. */
function findStoredKeys(found: readonly Identified[], ownerKey: string | null): Map<string, string> {
  const stored = new Map<string, string>();
  for (const one of found) {
    const { responder, current } = one;
    if (!isIdentified(one) || !isStillOf(one)) continue;
    if (!stored.has(current) || responder.person === ownerKey) stored.set(current, responder.person);
  }
  return stored;
}

/** Whether the key of the recipient is that of a person, also of one whose answer was recorded before their name was known. */
function isIdentified({ responder }: Identified): boolean {
  return responder.name !== null || responder.answer !== null;
}

/** Whether the address is still that of the same person: it may have been given to someone else since. */
function isStillOf({ responder, name }: Identified): boolean {
  return responder.name === null || comparableName(responder.name) === comparableName(name);
}
