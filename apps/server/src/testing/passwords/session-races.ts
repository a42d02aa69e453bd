import { expect } from 'vitest';
import { buildTeam } from '../../factories/accounts.ts';
import { BEHIND_PROXY, from, NO_QUOTAS, testServer } from '../server.ts';

/** The number of sign-ins that run during a change of the password. */
const SIGN_INS = 2;

/**
 * Changes a password `rounds` times, at different moments during sign-ins with the old password. Expects that none of
 * these sign-ins leaves a valid session.
 */
export async function raceSignIns(rounds: number): Promise<void> {
  const server = await testServer({ variables: BEHIND_PROXY, quotas: NO_QUOTAS });
  const { db } = server;
  let password = 'Quiet-harbour-0';
  const team = await buildTeam(db, { password });
  for (let round = 1; round <= rounds; round += 1) {
    // A new network address each round, because sign-ins from one network are limited.
    const logIn = (withPassword: string) =>
      server.post('/sapi/v1/login', {
        body: { email: team.email, password: withPassword, role: 'team' },
        ...from(`203.0.113.${round % 250}`),
      });
    const own = await server.tokenOf('team', team.id);
    const next = `Quiet-harbour-${round}`;
    const signIns = Array.from({ length: SIGN_INS }, () => logIn(password));
    if (round % 3 === 0) await Promise.race(signIns);
    const changing = server.post('/tapi/v1/changePassword', { token: own, body: { password: next } });
    const late = logIn(password);
    const [changed, ...responses] = await Promise.all([changing, ...signIns, late]);
    expect(changed.status).toBe(200);
    for (const { status, body } of responses) {
      expect([200, 401]).toContain(status);
      if (status !== 200) continue;
      const call = await server.get('/tapi/v1/listPaged/settings', { token: body.data.token });
      expect([round, call.status]).toEqual([round, 401]);
    }
    expect((await server.get('/tapi/v1/listPaged/settings', { token: own })).status).toBe(200);
    await db.deleteFrom('sign_in_failure').execute();
    password = next;
  }
}
