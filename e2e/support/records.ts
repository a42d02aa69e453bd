import { buildSubmission, storeSubmissions } from '@callpoint/server/factories/submissions';
import { newAppUser, type Account } from './people.ts';
import { Phone } from './phone.ts';
import type { Server } from './server.ts';

/** A new app user of the subscriber, signed in on a phone. */
export async function newPhone(server: Server, team: Account, name = 'Ana Flores'): Promise<Phone> {
  const user = await newAppUser(server, team, { name });
  const phone = new Phone(server.url);
  await phone.logIn(user.email, user.password);
  return phone;
}

/** Asked for by `newQuestion`'s second picture, and not there. */
export const LOST_PICTURE = '/images/none.webp';

/** A question with two pictures, one of which is gone, and nobody who was told: its alarm is open. Returns its id. */
export async function newQuestion(server: Server, team: Account): Promise<number> {
  const { id } = await newAppUser(server, team);
  const question = buildSubmission(
    { id, team_id: team.user.id },
    {
      item: { kind: 'form', id: 1 },
      company: 'Orchard & Sons',
      message: 'Is this\nsafe?',
      otherData: JSON.stringify(['/app/favicon.svg', LOST_PICTURE, 'data:text/html,x']),
    },
  );
  const [stored] = await server.database((db) => storeSubmissions(db, [question]));
  return stored?.id ?? 0;
}
