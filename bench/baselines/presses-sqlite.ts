import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { serveBaseline, type PressBody, type PressTemplate } from '../support/baseline/baseline-server.ts';

/** node:http and node:sqlite: inserts the rows of each press in one commit. Arguments: database file, template file. */

const [, , file = '', templateFile = ''] = process.argv;
const { click, messages, texts, alert, people } = JSON.parse(
  readFileSync(templateFile, 'utf8'),
) as PressTemplate;
const database = new DatabaseSync(file);
database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma cache_size = -65536');

const insertInto = (table: string, row: object) => {
  const columns = Object.keys(row);
  return database.prepare(
    `insert into ${table} (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`,
  );
};
const insertClick = insertInto('button_click', click);
const insertMessage = insertInto('delivery', messages[0] ?? {});
const insertText = insertInto('message_text', texts[0] ?? {});
const begin = database.prepare('begin immediate');
const commit = database.prepare('commit');
let messageCount = 0;
let pressCount = 0;

serveBaseline((_url, body) => {
  const { client_id, location, pressed_at } = JSON.parse(body) as PressBody;
  const created_at = new Date().toISOString();
  const person = people[pressCount++ % people.length];
  if (!person) throw new Error('nobody can press');
  begin.run();
  const press = {
    ...click,
    ...person,
    client_id,
    location: JSON.stringify(location),
    pressed_at,
    created_at,
  };
  const { lastInsertRowid } = insertClick.run(...Object.values(press));
  for (const [index, message] of messages.entries()) {
    messageCount += 1;
    const { lastInsertRowid: text_id } = insertText.run(...Object.values(texts[index] ?? {}));
    const message_key = String(messageCount).padStart(String(message['message_key']).length, '0');
    const ids = { team_id: person.team_id, button_click_id: lastInsertRowid, text_id };
    const row = { ...message, ...ids, message_key, created_at };
    insertMessage.run(...Object.values(row));
  }
  commit.run();
  return { ok: true, data: { id: Number(lastInsertRowid), alert, repeated: false } };
});
