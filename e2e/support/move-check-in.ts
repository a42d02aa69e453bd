import type { Server } from './server.ts';

const MINUTE = 60_000;

/** Moves the person's check-in, as if its time had passed. `due`: minutes from now. The time to answer is five minutes. */
export async function moveCheckIn(server: Server, userId: number, due: number): Promise<void> {
  const inMinutes = (minutes: number) => new Date(Date.now() + minutes * MINUTE).toISOString();
  await server.withDatabase((db) =>
    db
      .updateTable('check_in')
      .set({ due_at: inMinutes(due), raise_at: inMinutes(due + 5) })
      .where('app_user_id', '=', userId)
      .execute(),
  );
}
