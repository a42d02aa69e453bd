import { readFileSync } from 'node:fs';
import pg from 'pg';
import { serveBaseline, type PressBody, type PressTemplate } from '../support/baseline/baseline-server.ts';

/** node:http and pg: inserts the rows of each press in one commit. Arguments: database URL, template file. */

const [, , url = '', templateFile = ''] = process.argv;
const { click, messages, texts, alert, people } = JSON.parse(
  readFileSync(templateFile, 'utf8'),
) as PressTemplate;
const pool = new pg.Pool({ connectionString: url, max: 10 });

const clickColumns = Object.keys(click);
const messageColumns = Object.keys(messages[0] ?? {});
const placeholders = (count: number, from: number) =>
  `(${Array.from({ length: count }, (_, index) => `$${from + index + 1}`).join(', ')})`;
const insertClick = `insert into button_click (${clickColumns.join(', ')}) values ${placeholders(clickColumns.length, 0)} returning id`;
const insertMessages = `insert into delivery (${messageColumns.join(', ')}) values ${messages
  .map((_, row) => placeholders(messageColumns.length, row * messageColumns.length))
  .join(', ')}`;
const textColumns = Object.keys(texts[0] ?? {});
const insertTexts = `insert into message_text (${textColumns.join(', ')}) values ${texts
  .map((_, row) => placeholders(textColumns.length, row * textColumns.length))
  .join(', ')} returning id`;
let messageCount = 0;
let pressCount = 0;

serveBaseline(async (_url, body) => {
  const { client_id, location, pressed_at } = JSON.parse(body) as PressBody;
  const created_at = new Date().toISOString();
  const person = people[pressCount++ % people.length];
  if (!person) throw new Error('nobody can press');
  const client = await pool.connect();
  try {
    await client.query('begin');
    const press = {
      ...click,
      ...person,
      client_id,
      location: JSON.stringify(location),
      pressed_at,
      created_at,
    };
    const { rows } = await client.query<{ id: number }>({
      name: 'click',
      text: insertClick,
      values: Object.values(press),
    });
    const id = rows[0]?.id;
    const stored = await client.query<{ id: number }>({
      name: 'texts',
      text: insertTexts,
      values: texts.flatMap((text) => Object.values(text)),
    });
    const values = messages.flatMap((message, index) => {
      messageCount += 1;
      const text_id = stored.rows[index]?.id ?? null;
      const message_key = String(messageCount).padStart(String(message['message_key']).length, '0');
      const team_id = person.team_id;
      return Object.values({ ...message, team_id, button_click_id: id, text_id, message_key, created_at });
    });
    await client.query({ name: 'messages', text: insertMessages, values });
    await client.query('commit');
    return { ok: true, data: { id, alert, repeated: false } };
  } finally {
    client.release();
  }
});
