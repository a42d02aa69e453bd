import { DatabaseSync } from 'node:sqlite';
import { serveBaseline } from '../support/baseline/baseline-server.ts';

/** node:http and node:sqlite: reads a page of a team's presses with plain SQL. Argument: database file. */

const PER_PAGE = 20;
const [, , file = ''] = process.argv;
const database = new DatabaseSync(file);
database.exec('pragma mmap_size = 268435456; pragma cache_size = -65536');
const page = database.prepare(`
  select b.id, b.team_id, b.button_id, b.location, b.created_at,
    u.id as user_id, u.name as user_name, u.email as user_email, u.phone as user_phone
  from button_click b join app_user u on u.id = b.app_user_id
  where b.team_id = ? and b.button_id = 5
  order by b.id desc limit ? offset ?`);

serveBaseline((url) => {
  const number = Number(/[?&]page=(\d+)/.exec(url)?.[1] ?? 1);
  const team = Number(/[?&]team=(\d+)/.exec(url)?.[1]);
  const items = page.all(team, PER_PAGE, (number - 1) * PER_PAGE).map((row) => ({
    id: row['id'],
    team_id: row['team_id'],
    created_at: row['created_at'],
    location: JSON.parse(String(row['location'])) as unknown,
    app_user: {
      id: row['user_id'],
      name: row['user_name'],
      email: row['user_email'],
      phone: row['user_phone'],
    },
    button_id: row['button_id'],
  }));
  return { ok: true, items };
});
