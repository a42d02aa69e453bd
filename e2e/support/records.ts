import type { Item } from '@callpoint/contract/catalog';
import { buildSubmission, storeSubmissions } from '@callpoint/server/factories/submissions';
import { createAppUser, type TestAccount, type TestAppUser } from './people.ts';
import { Phone } from './phone.ts';
import type { Server } from './server.ts';

/** Creates an app user of the subscriber and logs in on a phone. */
export async function createPhone(server: Server, team: TestAccount, name = 'Ana Flores'): Promise<Phone> {
  const user = await createAppUser(server, team, { name });
  const phone = new Phone(server.url);
  await phone.logIn(user.email, user.password);
  return phone;
}

/** The address of the second image of `createQuestion`; the image does not exist. */
export const MISSING_IMAGE = '/images/none.webp';

/**
 * Stores a question with two images, one of them missing. It notified no one, so its alarm is open.
 * @returns the id of the question
 */
export async function createQuestion(server: Server, team: TestAccount): Promise<number> {
  const user = await createAppUser(server, team);
  const question = buildSubmission(
    { ...user, team_id: team.user.id },
    {
      item: { kind: 'form', id: 1 },
      company: 'Orchard & Sons',
      message: 'Is this\nsafe?',
      otherData: JSON.stringify(['/app/favicon.svg', MISSING_IMAGE, 'data:text/html,x']),
    },
  );
  const [stored] = await server.withDatabase((db) => storeSubmissions(db, [question]));
  return stored?.id ?? 0;
}

/** Stores presses and forms in turn, one minute apart, the last at noon UTC on 20 November 2026. */
export async function storeRecords(server: Server, team: TestAccount, user: TestAppUser, count: number) {
  await server.withDatabase(async (db) => {
    for (let minutes = count - 1; minutes >= 0; minutes -= 1) {
      const item: Item = minutes % 2 === 0 ? { kind: 'button', id: 5 } : { kind: 'form', id: 3 };
      const record = buildSubmission({ ...user, team_id: team.user.id }, { item, message: 'Gloves' });
      await storeSubmissions(db, [record], new Date(Date.UTC(2026, 10, 20, 12, -minutes)));
    }
  });
}
