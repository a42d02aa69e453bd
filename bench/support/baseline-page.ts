import { readdirSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { runFile } from '@callpoint/scripts/setup/run.mjs';

/** Only React and a table: no router, no menu, no session, no styles. */
const SOURCE = `
import { createElement as h, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';

function Table() {
  const [rows, setRows] = useState([]);
  useEffect(() => {
    fetch('/rows').then((response) => response.json()).then(({ items }) => setRows(items));
  }, []);
  return h('table', null, h('tbody', null, rows.map((row) => h('tr', { key: row.id },
    [row.id, row.created_at, row.location && row.location.lat + ', ' + row.location.lng,
      row.app_user.name, row.app_user.email, row.app_user.phone].map((cell, index) => h('td', { key: index }, cell)),
  ))));
}

createRoot(document.getElementById('root')).render(h(Table));
`;

/** The gzipped files of the page, by path. */
export type BaselinePage = Record<string, { type: string; body: Buffer }>;

const TYPES: Record<string, string> = { html: 'text/html; charset=utf-8', js: 'text/javascript' };

/** Builds the page with the console's own tools, in a folder inside the repository, so that React is found. */
export async function buildBaselinePage(folder: string, rows: string): Promise<BaselinePage> {
  const app = join(folder, 'baseline-page');
  mkdirSync(app, { recursive: true });
  writeFileSync(join(app, 'main.js'), SOURCE);
  writeFileSync(
    join(app, 'index.html'),
    '<!doctype html><title>Rows</title><div id="root"></div><script type="module" src="/main.js"></script>',
  );
  const code = await runFile('node_modules/vite/bin/vite.js', ['build', app, '--logLevel', 'warn']);
  if (code !== 0) throw new Error('the baseline page could not be built');
  const page: BaselinePage = { '/rows': compress('application/json', Buffer.from(rows)) };
  const dist = join(app, 'dist');
  for (const file of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
    const type = TYPES[file.replace(/^.*\./, '')];
    if (type) page[file === 'index.html' ? '/' : `/${file}`] = compress(type, readFileSync(join(dist, file)));
  }
  return page;
}

function compress(type: string, body: Buffer) {
  return { type, body: gzipSync(body, { level: 9 }) };
}
