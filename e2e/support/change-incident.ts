import type { Incident } from '@callpoint/contract/incidents';
import { callOrThrow } from './calls.ts';
import type { TestAccount } from './people.ts';
import type { Server } from './server.ts';

/** What the subscriber does with its newest incident. */
export async function changeIncident(server: Server, { token }: TestAccount, call: string, body: object) {
  const list = '/tapi/v1/listPaged/incident?page=1&limit=20&sort=id&direction=desc';
  const { items } = await callOrThrow<{ items: Incident[] }>(server.url, list, { token });
  await callOrThrow(server.url, `/tapi/v1/${call}/incident`, { token, body: { id: items[0]?.id, ...body } });
}
