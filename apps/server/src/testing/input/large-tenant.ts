import { FORM_IDS, BUTTON_IDS, type Item } from '@callpoint/contract/catalog';
import { notificationKeys } from '@callpoint/contract/setting-kinds';
import { SETTING_LIMITS } from '@callpoint/contract/setting-values';
import { sql } from 'kysely';
import { SYSTEM } from '../../db/history/audit.ts';
import type { Db } from '../../db/tables.ts';
import { TenantDb } from '../../db/handles/tenant.ts';
import { buildAppUser } from '../../factories/accounts.ts';
import { buildSubmission, storeSubmissions } from '../../factories/submissions.ts';
import { settingId, type Tenant } from '../tenant.ts';

/** A tenant whose lists are as long, and whose texts are as large, as calls allow. */

const ROWS = 500;
export const MANY_USERS = 500;
const ATTEMPTS = 30;

/** A template of at most `max` characters that consists of the variable with the longest value. */
function largestTemplate(item: Item, max: number): string {
  const variable = item.kind === 'form' ? '{{MESSAGE}}' : '{{LOCATION_LINK}}';
  return variable.repeat(Math.floor(max / variable.length));
}

/** The largest valid settings of an item. */
export function largestSettings(item: Item): Record<string, string> {
  const emails = Array.from(
    { length: SETTING_LIMITS.recipients },
    (_, index) => `${'a'.repeat(50)}${index}@work.example`,
  );
  const numbers = Array.from({ length: SETTING_LIMITS.recipients }, (_, index) => `+120255501${10 + index}`);
  const valueOf = (field: string): string => {
    if (field === 'mail_to_admin_emails') return emails.join(',');
    if (field === 'sms_to_admin_number') return numbers.join(',');
    if (field.endsWith('_subject')) return largestTemplate(item, SETTING_LIMITS.subject);
    if (field.startsWith('sms_') && field.endsWith('_message'))
      return largestTemplate(item, SETTING_LIMITS.text);
    if (field.endsWith('_message')) return largestTemplate(item, SETTING_LIMITS.body);
    if (field.includes('screen')) return largestTemplate(item, SETTING_LIMITS.screen);
    return 'yes';
  };
  return Object.fromEntries(
    notificationKeys(item).map((key) => [key, valueOf(key.replace(/_(f_)?\d$/, ''))]),
  );
}

export const MAX_MESSAGE = '‘&<>’👍'.repeat(714);

/** Fills a tenant's lists: users, presses, forms, messages with the longest texts, attempts, and audit entries. */
export async function fillTenant(db: Db, { team, user }: Tenant): Promise<void> {
  const tenant = new TenantDb(db, { teamId: team.id }, SYSTEM);
  const items: Item[] = [
    ...BUTTON_IDS.map((id): Item => ({ kind: 'button', id })),
    ...FORM_IDS.map((id): Item => ({ kind: 'form', id })),
  ];
  for (const item of items) {
    for (const [key, setting_value] of Object.entries(largestSettings(item))) {
      await tenant.update('settings', await settingId(db, team.id, key), { setting_value });
    }
  }
  for (let index = 0; index < MANY_USERS; index += 1)
    await buildAppUser(db, team.id, { phone: `+1202556${1000 + index}` });
  const text = 'é'.repeat(100_000);
  for (let from = 0; from < ROWS; from += 50) {
    await storeSubmissions(
      db,
      Array.from({ length: 50 }, (_, index) =>
        buildSubmission(user, {
          item: index % 2 === 0 ? { kind: 'button', id: 5 } : { kind: 'form', id: 3 },
          message: MAX_MESSAGE,
          company: 'x'.repeat(200),
          otherData: 'x'.repeat(200),
          messages: [
            {
              channel: 'email',
              role: 'team',
              address: 'a@work.example',
              subject: 'x'.repeat(200),
              text,
              html: null,
              skipped: null,
            },
          ],
        }),
      ),
    );
  }
  await sql`
    insert into delivery_attempt (delivery_id, at, ms, outcome, detail, fault)
    select delivery.id, ${'2026-11-21T08:14:07.120Z'}, 5, 'temporary', ${'x'.repeat(500)}, 'mail-not-now'
    from delivery cross join (select id from button_click order by id limit ${ATTEMPTS}) as times
    where team_id = ${team.id}`.execute(db);
}
