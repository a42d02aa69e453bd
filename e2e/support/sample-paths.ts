import { findCall } from '@callpoint/contract/calls';
import { PERMISSIONS } from '@callpoint/contract/permissions';
import { exampleRecordKey } from '@callpoint/contract/record-link';
import { callOrThrow } from './calls.ts';

/** The sessions in which the demo's screens are opened. */
export type DemoSessions = Record<'team' | 'admin', { token: string; user: { id: number }; role: string }>;

type Sample =
  | string
  | ((sessions: DemoSessions, url: string, precedingParts: readonly string[]) => Promise<number>);

/** The value of a path parameter that is not the id of a resource's row (`:planId`); ids are looked up. */
const SAMPLES: Readonly<Record<string, Sample>> = {
  ':btnId': '5',
  ':formId': '2',
  ':userId': ({ team }, url) => getNewestId(url, '/tapi/v1/listPaged/app_user?my=yes', team.token),
  ':teamId': async ({ team }) => team.user.id,
  ':recordId': ({ team }, url, precedingParts) =>
    getNewestId(
      url,
      precedingParts.includes('button_data')
        ? `/tapi/v1/listPaged/button_click?my=yes&filter_button_id=${precedingParts.at(-1)}`
        : `/tapi/v1/listPaged/form_submission?my=yes&filter_f_id=${precedingParts.at(-1)}`,
      team.token,
    ),
  // The link of an example message: a real one is in messages only, and leads to ':recordId'.
  ':recordKey': exampleRecordKey(1),
  // The demo may have none: a drill opens one.
  ':incidentId': ({ team: { token } }, url) =>
    getNewestId(url, '/tapi/v1/listPaged/incident?', token).catch(async () => {
      const person = await getNewestId(url, '/tapi/v1/listPaged/app_user?my=yes', token);
      const body = { button_id: 5, app_user_id: person };
      return (await callOrThrow<{ data: { incident_id: number } }>(url, '/tapi/v1/drill', { token, body }))
        .data.incident_id;
    }),
  ':deliveryId': ({ team }, url) => getNewestId(url, '/tapi/v1/listPaged/delivery?', team.token),
};

/** Fills the parameters of a screen's path with ids of the demo, e.g. `users/edit/7` for `users/edit/:userId`. */
export async function buildSamplePath(path: string, sessions: DemoSessions, url: string): Promise<string> {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    const sample = part.startsWith(':') ? (SAMPLES[part] ?? findSample(part)) : part;
    if (sample === undefined)
      throw new Error(`e2e/support/sample-paths.ts has no sample for ${part} of ${path}`);
    parts.push(typeof sample === 'string' ? sample : String(await sample(sessions, url, parts)));
  }
  return parts.join('/');
}

/** The id of a row for a parameter like `:drillId`. The first row is created from the example of the declared call. */
function findSample(part: string): Sample | undefined {
  const name = /^:(\w+)Id$/.exec(part)?.[1]?.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const create = findCall('POST', `/api/v1/create/${name}`);
  if (!create) return undefined;
  const roles: readonly string[] = create.permission === 'public' ? [] : PERMISSIONS[create.permission];
  return async ({ team, admin }, url) => {
    const { token } = roles.includes('team') ? team : admin;
    const list = `/api/v1/listPaged/${name}?`;
    return await getNewestId(url, list, token).catch(async () => {
      await callOrThrow(url, `/api/v1/create/${name}`, { token, body: create.example.body as object });
      return await getNewestId(url, list, token);
    });
  };
}

async function getNewestId(url: string, list: string, token: string): Promise<number> {
  type ListResponse = { items: { id: number }[] };
  const { items } = await callOrThrow<ListResponse>(url, `${list}&sort=id&order=desc&page=1&per_page=1`, {
    token,
  });
  const [first] = items;
  if (!first) throw new Error(`${list} is empty in the demo`);
  return first.id;
}
