import { callDone } from './calls.ts';

/** Who looks at the screens of the demo. */
export type People = Record<'team' | 'admin', { token: string; user: { id: number }; role: string }>;

type Sample = string | ((people: People, url: string, before: readonly string[]) => Promise<number>);

/** What stands in the place of a parameter: of the demo’s data where it is an id. */
const SAMPLES: Readonly<Record<string, Sample>> = {
  ':btnId': '5',
  ':formId': '2',
  ':userId': ({ team }, url) => newest(url, '/tapi/v1/listPaged/app_user?my=yes', team.token),
  ':teamId': async ({ team }) => team.user.id,
  ':planId': ({ admin }, url) => newest(url, '/api/v1/listPaged/plan?', admin.token),
  ':recordId': ({ team }, url, before) =>
    newest(
      url,
      before.includes('button_data')
        ? `/tapi/v1/listPaged/button_click?my=yes&filter_button_id=${before.at(-1)}`
        : `/tapi/v1/listPaged/form_submission?my=yes&filter_f_id=${before.at(-1)}`,
      team.token,
    ),
  ':deliveryId': ({ team }, url) => newest(url, '/tapi/v1/listPaged/delivery?', team.token),
};

/** The address of a screen with ids that the demo has, e.g. `users/edit/7` for `users/edit/:userId`. */
export async function sampleAddress(path: string, people: People, url: string): Promise<string> {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    const sample = part.startsWith(':') ? SAMPLES[part] : part;
    if (sample === undefined)
      throw new Error(`e2e/support/sample-paths.ts has no sample for ${part} of ${path}`);
    parts.push(typeof sample === 'string' ? sample : String(await sample(people, url, parts)));
  }
  return parts.join('/');
}

async function newest(url: string, list: string, token: string): Promise<number> {
  type Answer = { items: { id: number }[] };
  const { items } = await callDone<Answer>(url, `${list}&sort=id&order=desc&page=1&per_page=1`, { token });
  const [first] = items;
  if (!first) throw new Error(`${list} is empty in the demo`);
  return first.id;
}
