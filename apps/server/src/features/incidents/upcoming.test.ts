import { expect, test } from 'vitest';
import { changeSettings } from '../../factories/configuration.ts';
import { pressWorld } from '../../testing/incidents/press-world.ts';

test('an open incident says which steps cannot reach anyone, and why, before they are due', async () => {
  const { server, team, token, press } = await pressWorld((channel) => channel !== 'voice');
  const to = [{ kind: 'contacts' }];
  const policy = {
    needs_answer: true,
    steps: [
      { after: 3, to: [{ kind: 'team' }], by: ['email', 'voice'] },
      { after: 6, to, by: ['email'] },
      { after: 9, to, by: ['voice'] },
    ],
    repeat: { times: 1, every: 20 },
    procedure: '',
  };
  await changeSettings(server.db, team.id, { escalation_5: JSON.stringify(policy) });
  const { incident } = await press();
  const id = incident?.id ?? 0;
  const read = async () => {
    const { body } = await server.get('/tapi/v1/incident', { token, query: { id } });
    return (
      body as {
        data: { upcoming: { run: number; by: string[]; problem: string; lacks_contacts: boolean }[] };
      }
    ).data.upcoming;
  };
  const steps = await read();
  expect(steps.slice(0, 3)).toEqual([
    { run: 1, by: ['email'], problem: '', lacks_contacts: false },
    { run: 2, by: [], problem: 'No safety contact has an email address.', lacks_contacts: true },
    { run: 3, by: [], problem: 'Voice calls are not configured on this server.', lacks_contacts: false },
  ]);
  expect(steps.map(({ run }) => run)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  await server.post('/tapi/v1/answer/incident', { token, body: { id, answer: 'have' } });
  expect(await read()).toEqual([]);
});
