import {
  createAddressOwners,
  createPersonKeys,
  isSamePerson,
  type DirectoryPerson,
  type KnownPeople,
} from '@callpoint/alerts/escalation/directory';
import { CHANNEL, type Channel } from '@callpoint/contract/channels/channels';
import { CONTACT_PERSON } from '@callpoint/contract/setting-keys';
import type { Row } from '../../db/rows.ts';
import type { IncidentsDb } from '../../db/handles/incidents.ts';
import { readContacts, readUsers } from '../directory.ts';

/**
 * Identifies the recipients of a locked incident. Returns one as it is stored now, and whether it is the person who pressed.
 */
export async function identifyResponder(
  tx: IncidentsDb,
  { id, incident_id, team_id }: Pick<Row<'incident_responder'>, 'id' | 'incident_id' | 'team_id'>,
  worker: DirectoryPerson,
): Promise<{ responder: Row<'incident_responder'>; isWorker: boolean }> {
  const { owner, people } = await identifyResponders(tx, { incident_id, team_id });
  const keyOf = createPersonKeys({ owner, people });
  const query = tx.selectFrom('incident_responder').selectAll().where('id', '=', id);
  const responder = await query.executeTakeFirstOrThrow();
  const isWorker = [worker, owner, ...people].some(
    (one) => (one === worker || isSamePerson(one, worker)) && keyOf(one) === responder.person,
  );
  return { responder, isWorker };
}

/**
 * Finds the people behind the addresses of a locked incident and stores them, so that an answer over one address counts for all
 * addresses of the person. The messages of a press do not know them yet: a press must not wait for this. Returns the
 * people whose addresses are known.
 */
export async function identifyResponders(
  tx: IncidentsDb,
  { incident_id, team_id }: Pick<Row<'incident_responder'>, 'incident_id' | 'team_id'>,
): Promise<KnownPeople> {
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
    .execute();
  const addresses = responders.map(({ address }) => address);
  const directory = {
    owner: { ...owner, name: `${owner.first_name} ${owner.last_name}`.trim() },
    people: [...(await readUsers(tx, team_id, addresses)), ...readContacts(setting?.setting_value)],
  };
  const findOwner = createAddressOwners(directory);
  for (const responder of responders) {
    const { person, name } = findOwner(CHANNEL[responder.channel as Channel].addressKind, responder.address);
    if (name === null || (person === responder.person && responder.name !== null)) continue;
    await tx
      .updateTable('incident_responder')
      .set({ person, name: responder.name ?? name })
      .where('id', '=', responder.id)
      .execute();
  }
  return directory;
}
