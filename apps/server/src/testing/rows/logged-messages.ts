import { expect } from 'vitest';
import type { PlannedMessage } from '@callpoint/alerts/plan/messages';
import type { Item } from '@callpoint/contract/catalog';
import type { MessageState } from '@callpoint/contract/deliveries';
import { buildAppUser, buildTeam } from '../../factories/accounts.ts';
import { buildSubmission, storeSubmissions } from '../../factories/submissions.ts';
import type { TestServer } from '../server.ts';

/** Messages for tests of the log of messages. */

export const SUBMITTED_AT = new Date('2026-11-20T10:00:00.000Z');

export async function teamWithUser(server: TestServer) {
  const team = await buildTeam(server.db);
  const user = await buildAppUser(server.db, team.id);
  return { team, user, token: await server.tokenOf('team', team.id) };
}

/** Stores a press (or a form) with messages. They are held, because no channel is configured. */
export async function storeSubmission(
  server: TestServer,
  user: { id: number; team_id: number },
  messages: PlannedMessage[],
  { item = { kind: 'button', id: 5 }, at = SUBMITTED_AT }: { item?: Item; at?: Date } = {},
): Promise<number> {
  const [stored] = await storeSubmissions(server.db, [buildSubmission(user, { item, messages })], at);
  return stored?.id ?? expect.fail('a submission was stored');
}

export async function setMessageState(server: TestServer, id: number, state: MessageState): Promise<void> {
  await server.db.updateTable('delivery').set({ state }).where('id', '=', id).execute();
}
