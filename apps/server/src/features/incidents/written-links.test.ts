import { RESPOND_LINK } from '@callpoint/contract/respond-link';
import { expect, test } from 'vitest';
import { claim } from '../../delivery/queue/claim.ts';
import { personalizeMessages } from '../../incidents/answers/personal-links.ts';
import { incidentWithLinks } from '../../testing/incidents/personal-links.ts';

const CHANNELS = ['sms', 'email'] as const;

async function written() {
  const world = await incidentWithLinks();
  const { server, user } = world;
  const phone = await server.tokenOf('app_user', user.id);
  /** The messages that are sent now to people who may answer. */
  const sent = async (channel: (typeof CHANNELS)[number]) => {
    const now = new Date(Date.now() + 2_000);
    const until = new Date(now.getTime() + 60_000);
    const claimed = await claim(server.db, channel, { all: 20, ordinary: 20 }, now, until);
    const messages = await personalizeMessages(() => server.url)(server.db, claimed);
    return messages.filter(({ responder_id }) => responder_id !== null);
  };
  for (const channel of CHANNELS) await sent(channel);
  /** The same messages after their texts were changed: they wait again. */
  const sentAgain = async (channel: (typeof CHANNELS)[number]) => {
    await server.db.updateTable('delivery').set({ state: 'pending', lease_until: null }).execute();
    return await sent(channel);
  };
  return { ...world, phone, sent, sentAgain };
}

const linksIn = (text: string | null) => text?.match(/\/respond\/[\w-]{22}/g) ?? [];

test('the reason of a person who is safe can contain no personal link of others', async () => {
  const { server, phone, sent } = await written();
  const { client_id } = await server.db
    .selectFrom('button_click')
    .select('client_id')
    .executeTakeFirstOrThrow();
  const reason = `https://elsewhere.example/?t=${RESPOND_LINK}`;
  const response = await server.post('/mapi/v1/safe', { token: phone, body: { client_id, reason } });
  expect(response.status).toBe(200);
  for (const channel of CHANNELS) {
    const messages = await sent(channel);
    expect(messages.length).toBeGreaterThan(0);
    for (const { body, html } of messages) {
      expect(body).toContain('https://elsewhere.example/?t=[personal link]');
      expect([linksIn(body), linksIn(html)]).toEqual([[], []]);
    }
  }
});

test('the name of a person who presses can contain no personal link of others', async () => {
  const { server, user, phone, sent } = await written();
  const name = `Ana ${RESPOND_LINK}`;
  await server.db.updateTable('app_user').set({ name }).where('id', '=', user.id).execute();
  await server.post('/mapi/v1/button_click', {
    token: phone,
    body: { client_id: crypto.randomUUID(), button_id: 5 },
  });
  for (const channel of CHANNELS) {
    const messages = await sent(channel);
    expect(messages.length).toBeGreaterThan(0);
    for (const { body, html } of messages) {
      expect(body).toContain('Ana [personal link]');
      // Its own, at the end; in HTML as a text and an address.
      expect(linksIn(body)).toHaveLength(1);
      expect(linksIn(html)).toHaveLength(html === null ? 0 : 2);
    }
  }
});

test.each(CHANNELS)(
  'a message whose recipient was deleted with its incident has a link that has expired, like any other of it: %s',
  async (channel) => {
    const { server, sentAgain } = await written();
    const linkOf = async () => {
      const [message] = await sentAgain(channel);
      const [path] = linksIn(message?.body ?? null);
      return { responder: message?.responder_id ?? 0, status: (await fetch(`${server.url}${path}`)).status };
    };
    const before = await linkOf();
    await server.db.deleteFrom('incident_responder').where('id', '=', before.responder).execute();
    expect([before, await linkOf()]).toEqual([
      { responder: before.responder, status: 200 },
      { responder: before.responder, status: 404 },
    ]);
  },
);

/** Adds `written` to the stored texts of all messages: they were planned before marks of people were removed. */
async function addToTexts({ server }: Awaited<ReturnType<typeof written>>, atEnd: boolean): Promise<void> {
  const texts = await server.db.selectFrom('message_text').selectAll().execute();
  for (const { id, subject, body, html } of texts) {
    const mark = `https://elsewhere.example/?t=${RESPOND_LINK}`;
    const changed = {
      subject: subject === null ? null : `${mark} ${subject}`,
      body: atEnd ? `${body} ${mark}` : `${mark} ${body}`,
      html: html === null ? null : html.replace(/<body[^>]*>/, (tag) => `${tag}${mark}`),
    };
    await server.db.updateTable('message_text').set(changed).where('id', '=', id).execute();
  }
}

test.each(CHANNELS)(
  'a mark in a stored text never becomes a link, and the answer line has the only one: %s',
  async (channel) => {
    const world = await written();
    await addToTexts(world, false);
    const messages = await world.sentAgain(channel);
    expect(messages.length).toBeGreaterThan(0);
    for (const { subject, body, html } of messages) {
      for (const text of [subject, body, html]) {
        if (text !== null) expect(text).toContain('https://elsewhere.example/?t=[personal link]');
      }
      expect(linksIn(body)).toHaveLength(1);
      expect(linksIn(html)).toHaveLength(html === null ? 0 : 2);
      expect(linksIn(subject)).toEqual([]);
    }
  },
);

test.each(CHANNELS)('a text that ends with a mark of a person has no link: %s', async (channel) => {
  const world = await written();
  await addToTexts(world, true);
  const messages = await world.sentAgain(channel);
  expect(messages.length).toBeGreaterThan(0);
  for (const { body, html } of messages) {
    expect(body).toMatch(/ https:\/\/elsewhere\.example\/\?t=\[personal link\]$/);
    expect([linksIn(body), linksIn(html)]).toEqual([[], []]);
  }
});
