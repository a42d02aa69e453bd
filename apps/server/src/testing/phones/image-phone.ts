import { randomUUID } from 'node:crypto';
import { buildAppUser, buildTeam } from '../../factories/accounts.ts';
import { openImageStore } from '../../images/open-store.ts';
import { encodeForm, fileOf } from '../calls/request-body.ts';
import { testServer, type CallOptions, type TestServer } from '../server.ts';

/** A server that stores images as in production, with a subscriber and an app user's phone. */
export async function imageServer(options: Parameters<typeof testServer>[0] = {}) {
  const server = await testServer({ images: openImageStore, ...options });
  const team = await buildTeam(server.db);
  const user = await buildAppUser(server.db, team.id, { name: 'Ann Lee' });
  const token = await server.tokenOf('app_user', user.id);
  return { server, team, user, phone: imagePhone(server, token) };
}

/** The calls of a phone that sends images. */
export function imagePhone(server: TestServer, token: string) {
  return {
    token,
    async upload(bytes: Uint8Array, headers: CallOptions['headers'] = {}) {
      const form = new FormData();
      form.append('image', fileOf(bytes));
      return await server.post('/mapi/v1/images', { token, raw: await encodeForm(form), headers });
    },
    submit: (images: readonly string[], clientId: string = randomUUID()) =>
      server.post('/mapi/v1/form_submission', {
        token,
        body: { client_id: clientId, f_id: 1, message: 'Is this safe?', images },
      }),
    read: (key: string, size = 'full') => server.get('/mapi/v1/images', { token, query: { key, size } }),
  };
}
