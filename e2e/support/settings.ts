import { callOrThrow } from './calls.ts';
import type { TestAccount } from './people.ts';
import type { Server } from './server.ts';

/**
 * Saves a setting of a subscriber, e.g. `mail_to_admin_emails_2`: the recipients of a button's emails. Returns the value
 * before.
 */
export async function saveSetting(
  server: Server,
  team: TestAccount,
  key: string,
  value: string,
): Promise<string> {
  const { token } = team;
  const { items } = await callOrThrow<{ items: { id: number; setting_value: string }[] }>(
    server.url,
    '/tapi/v1/listPaged/settings',
    {
      token,
      query: { filter_setting_key: key },
    },
  );
  await callOrThrow(server.url, '/tapi/v1/update/settings', {
    token,
    body: { id: items[0]?.id, data: { setting_value: value } },
  });
  return items[0]?.setting_value ?? '';
}
