import { buildAppUser, buildTeam, FACTORY_PASSWORD } from '@callpoint/server/factories/accounts';
import { buildConfiguration, changeSettings } from '@callpoint/server/factories/configuration';
import { insertSubscribers } from '@callpoint/server/factories/many-subscribers';
import { setOverdue } from '@callpoint/server/factories/overdue';
import { buildSubmission, storeSubmissions } from '@callpoint/server/factories/submissions';
import { buildInvoice, buildPlan, buildSubscription } from '@callpoint/server/factories/subscriptions';
import type { Db } from '@callpoint/server/db/tables';
import { createAppUser, createAppUsers, createTeam, PASSWORD, type TestAccount } from '../people.ts';
import { Phone } from '../phone.ts';
import type { Server } from '../server.ts';

/** The data of the states `empty`, `long` and `full`. Each function returns the login of its subscriber. */

const RECIPIENTS = 20;
const USERS = 300;
const SUBMISSIONS = 600;
const HOUR_MS = 3_600_000;

type Login = { email: string; password: string };

/** A new platform: the administrator, and a subscriber who has just signed up. */
export function fillEmpty(server: Server): Promise<Login> {
  return createTeam(server);
}

/** Repeats `text` until it is `length` long. */
const fit = (text: string, length: number) => text.repeat(Math.ceil(length / text.length)).slice(0, length);
const LONG_NAME = fit('María Guadalupe Fernández de la Vega-Montgomery y Castellanos ', 99).trim();
const LONG_WORD = fit('Donaudampfschifffahrtsgesellschaftskapitän', 100);
const LONG_PHONE = '+1 (202) 555 - 0143 . . . . . .';
const LONG_TEXT = fit(`${LONG_NAME} reports:\n\n${LONG_WORD}. The guard rail is loose. `, 5000);
/** 254 characters, the most that an address can have; `name` makes it unique. */
const longEmail = (name: string) =>
  `${fit(`${name}-maintenance.`, 63)}x@${fit('construction-company.', 60)}x.${fit('safety-region-west.', 60)}x.${fit('holding-', 54)}x.example`;

/** Names, addresses and texts of the greatest length. The subscriber's payment is overdue, and an emergency is open. */
export async function fillLong(server: Server): Promise<Login> {
  const email = longEmail('subscriber');
  const names = { account_name: LONG_NAME, first_name: LONG_NAME, last_name: LONG_WORD, phone: LONG_PHONE };
  const team = await server.withDatabase(async (db) => {
    await db.updateTable('admin').set({ first_name: LONG_NAME, last_name: LONG_WORD }).execute();
    await buildPlan(db, { plan_name: LONG_WORD, plan_term: fit(LONG_NAME, 50) });
    await buildConfiguration(db, {
      user_submission_emails: list(longEmail),
      contact_person: contacts(LONG_NAME, longEmail),
    });
    return await buildTeam(db, { ...names, email });
  });
  await server.withDatabase(async (db) => {
    await changeSettings(db, team.id, {
      home_page_top_text: fit(LONG_NAME, 1000),
      contact_person: contacts(LONG_WORD, longEmail),
      mail_to_admin_emails_5: list(longEmail),
      mail_to_admin_emails_f_2: list(longEmail),
      sms_to_admin_number_5: phones(),
      mail_to_admin_subject_5: fit(`${LONG_NAME} {{NAME}} ${LONG_WORD} `, 200),
    });
    await fillSubscription(db, team.id, 12);
    await setOverdue(db, team.id, 5);
  });
  const phone = new Phone(server.url);
  for (const name of [LONG_NAME, LONG_WORD]) {
    const user = { name, email: longEmail(`user${name.length}`), phone: LONG_PHONE };
    await server.withDatabase((db) => buildAppUser(db, team.id, user));
    await phone.logIn(user.email, FACTORY_PASSWORD);
    for (const button of [1, 2, 5]) await phone.press(button, { lat: -38.897_712_3, lng: -177.036_512_3 });
    for (const form of [1, 2, 3]) {
      const type = form === 1 ? {} : { type: fit(LONG_WORD, 200) };
      await phone.submitForm(form, { message: LONG_TEXT, company: fit(LONG_NAME, 200), ...type });
    }
  }
  return { email, password: FACTORY_PASSWORD };
}

/** Lists of several hundred rows, and as many recipients and contacts as are allowed. */
export async function fillFull(server: Server): Promise<Login> {
  const team = await createTeam(server);
  const ana = await createAppUser(server, team);
  await createAppUsers(server, team, USERS);
  await server.withDatabase(async (db) => {
    const emailOf = (name: string) => `${name}@work.example`;
    await changeSettings(db, team.user.id, {
      contact_person: contacts('Safety person', emailOf),
      mail_to_admin_emails_5: list(emailOf),
      mail_to_admin_emails_f_2: list(emailOf),
      sms_to_admin_number_5: phones(),
    });
    await fillSubscription(db, team.user.id, USERS);
    await storeManySubmissions(db, team);
    await insertSubscribers(db, USERS);
    for (let number = 1; number <= USERS; number += 1) await buildPlan(db, { plan_name: `Plan ${number}` });
  });
  const phone = new Phone(server.url);
  await phone.logIn(ana.email, ana.password);
  // About twenty messages each.
  for (let press = 0; press < 20; press += 1) await phone.press(5, { lat: 38.8977, lng: -77.0365 });
  return { email: team.email, password: PASSWORD };
}

/** Half of the submissions of two items, one each hour until now. */
async function storeManySubmissions(db: Db, { user }: TestAccount): Promise<void> {
  const users = await db.selectFrom('app_user').selectAll().where('team_id', '=', user.id).execute();
  for (let number = SUBMISSIONS; number > 0; number -= 1) {
    const person = users[number % users.length];
    if (!person) return;
    const item = number % 2 === 0 ? ({ kind: 'button', id: 5 } as const) : ({ kind: 'form', id: 2 } as const);
    const submission = buildSubmission(person, {
      item,
      company: 'Orchard Works',
      message: 'Ten gloves, please',
    });
    await storeSubmissions(db, [submission], new Date(Date.now() - number * HOUR_MS));
  }
}

/** A paid subscription with many invoices. */
async function fillSubscription(db: Db, teamId: number, invoices: number): Promise<void> {
  const at = new Date().toISOString();
  await buildSubscription(db, {
    id: `sub_${teamId}`,
    team_id: teamId,
    created: at,
    current_period_start: at,
    current_period_end: at,
    cancel_at_period_end: 0,
    trial_end: null,
  });
  for (let number = 1; number <= invoices; number += 1) {
    await buildInvoice(db, {
      team_id: teamId,
      invoice_id: `in_${number}`,
      number: `C0FFEE-${String(number).padStart(4, '0')}`,
    });
  }
}

const numbers = Array.from({ length: RECIPIENTS }, (_, index) => index + 1);
/** The field has 4,000 characters. */
const list = (emailOf: (name: string) => string) => {
  const emails = numbers.map((it) => emailOf(`team${it}`));
  return emails.slice(0, Math.floor(4000 / (2 + (emails.at(-1)?.length ?? 0)))).join(', ');
};
const phones = () => numbers.map((it) => `+1202555${String(100 + it).padStart(4, '0')}`).join(', ');
const contacts = (name: string, emailOf: (name: string) => string) =>
  JSON.stringify(
    numbers.map((it) => ({
      name,
      phone: `+1 202 555 ${String(100 + it).padStart(4, '0')}`,
      email: emailOf(`c${it}`),
    })),
  );
