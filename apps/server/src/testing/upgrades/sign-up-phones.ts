/** Accounts that the server itself creates: its tables may be of another version than this code. */

const PASSWORD = 'Orchard-lamp-42';

/** Signs up a subscriber, and logs in phones of its app users. */
export async function signUpPhones(
  url: string,
  count: number,
): Promise<{ tokens: string[]; teamId: number }> {
  const login = { email: 'owner@team.example', password: PASSWORD };
  await call(url, '/sapi/v1/signup', {
    ...login,
    re_password: PASSWORD,
    account_name: 'Ridgeline Construction',
    first_name: 'Tess',
    last_name: 'Miller',
    phone: '+1 202 555 0144',
  });
  const { token, user } = await call<{ token: string; user: { id: number } }>(url, '/sapi/v1/login', {
    ...login,
    role: 'team',
  });
  const tokens: string[] = [];
  for (let phone = 1; phone <= count; phone += 1) {
    const person = { email: `phone${phone}@team.example`, password: PASSWORD };
    const data = { ...person, team_id: user.id, name: `Ann Lee ${phone}`, phone: '+1 202 555 0145' };
    await call(url, `/tapi/v1/createCustom/app_user?token=${token}`, { data });
    tokens.push((await call<{ token: string }>(url, '/mapi/v1/login', person)).token);
  }
  return { tokens, teamId: user.id };
}

async function call<Data>(url: string, path: string, body: object): Promise<Data> {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${path} was rejected with ${response.status}: ${text}`);
  return (JSON.parse(text) as { data: Data }).data;
}
