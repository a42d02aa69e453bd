import { perChannel } from '@callpoint/contract/channels/channels';
import type { ButtonId } from '@callpoint/contract/catalog';
import type { EscalationPolicy } from '@callpoint/contract/escalation';
import { escalationKey } from '@callpoint/contract/escalation-terms';
import type { Row } from '../../db/rows.ts';
import type { Db } from '../../db/tables.ts';
import { buildAdmin, buildAppUser, buildTeam } from '../../factories/accounts.ts';
import type { TestServer } from '../server.ts';

/** A person whom incidents notify; everyone has an email address and a number of their own. */
export type Person = { name: string; email: string; phone: string };

/** Who is on which list, by the person’s index. */
export type Lists = { emails: readonly number[]; numbers: readonly number[]; contacts: readonly number[] };

export type Subscriber = {
  team: Row<'team'>;
  worker: Row<'app_user'>;
  people: readonly Person[];
  tokens: { team: string; phone: string; admin: string };
  /** The same text for each name and address of a person. */
  personOf: (name: string) => string;
};

let count = 0;

/** A subscriber whose safety team and contacts are `people`, with a policy for a button. */
export async function buildSubscriber(
  { db, tokenOf }: Pick<TestServer, 'db' | 'tokenOf'>,
  {
    people: size,
    lists,
    buttonId,
    policyOf,
  }: {
    people: number;
    lists: Lists;
    buttonId: ButtonId;
    policyOf: (people: readonly Person[]) => EscalationPolicy;
  },
): Promise<Subscriber> {
  count += 1;
  const mark = count;
  const people = Array.from({ length: size }, (_, index) => ({
    name: `Person ${index} of ${mark}`,
    email: `person-${index}-${mark}@safety.example`,
    phone: `+1202${5_550_000 + ((mark * 8 + index) % 9_999)}`,
  }));
  const team = await buildTeam(db, { phone: `+1303${5_550_000 + (mark % 9_999)}` });
  const worker = await buildAppUser(db, team.id, { phone: `+1404${5_550_000 + (mark % 9_999)}` });
  const admin = await buildAdmin(db);
  const chosen = (indexes: readonly number[]) => indexes.flatMap((index) => people[index] ?? []);
  await saveSettings(db, team.id, {
    [`mail_to_admin_emails_${buttonId}`]: chosen(lists.emails)
      .map(({ email }) => email)
      .join(','),
    [`sms_to_admin_number_${buttonId}`]: chosen(lists.numbers)
      .map(({ phone }) => phone)
      .join(','),
    // All of them are known, so that all addresses of one are recognized.
    contact_person: JSON.stringify(
      chosen([...people.keys()].filter((index) => lists.contacts.includes(index))),
    ),
    [escalationKey(buttonId)]: JSON.stringify(policyOf(people)),
  });
  const byName = new Map(
    people.flatMap((person) => Object.values(person).map((text) => [text, person.name] as const)),
  );
  for (const [index, person] of people.entries()) {
    if (lists.contacts.includes(index)) continue;
    const { id } = await buildAppUser(db, team.id, person);
    byName.set(`app_user:${id}`, person.name);
  }
  const owner = `${team.first_name} ${team.last_name}`;
  for (const text of [team.email, team.phone, `team:${team.id}`]) byName.set(text, owner);
  return {
    team,
    worker,
    people,
    tokens: {
      team: await tokenOf('team', team.id),
      phone: await tokenOf('app_user', worker.id),
      admin: await tokenOf('admin', admin.id),
    },
    personOf: (name) => byName.get(name) ?? name,
  };
}

async function saveSettings(db: Db, teamId: number, settings: Record<string, string>): Promise<void> {
  for (const [setting_key, setting_value] of Object.entries(settings)) {
    await db
      .updateTable('settings')
      .set({ setting_value })
      .where('team_id', '=', teamId)
      .where('setting_key', '=', setting_key)
      .execute();
  }
}

/** Every channel is configured. */
export const ALL_CHANNELS = perChannel(() => true);
