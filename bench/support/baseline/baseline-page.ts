import { readdirSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { runFile } from '@callpoint/scripts/setup/run.mjs';

/** Pages that have only React: no router, no menu, no session, no styles. */
const SOURCES = {
  /** A table whose rows are at `/rows`. */
  table: `
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
`,
  /** A form that asks for an email address and a password. */
  form: `
import { createElement as h, useState } from 'react';
import { createRoot } from 'react-dom/client';

function Form() {
  const [values, setValues] = useState({ email: '', password: '' });
  const field = (name, label) => h('label', null, label, h('input', {
    name, type: name, value: values[name],
    onChange: (event) => setValues({ ...values, [name]: event.target.value }),
  }));
  return h('form', null, field('email', 'Email'), field('password', 'Password'), h('button', null, 'Log in'));
}

createRoot(document.getElementById('root')).render(h(Form));
`,
};

/** The gzipped files of the page, by path. */
export type BaselinePage = Record<string, { type: string; body: Buffer }>;

const TYPES: Record<string, string> = { html: 'text/html; charset=utf-8', js: 'text/javascript' };

/** A page with a table of these rows, as JSON. */
export async function buildTablePage(folder: string, rows: string): Promise<BaselinePage> {
  return { ...(await buildPage(folder, 'table')), '/rows': compress('application/json', Buffer.from(rows)) };
}

/** A page with a form to log in, which does not send anything. */
export function buildFormPage(folder: string): Promise<BaselinePage> {
  return buildPage(folder, 'form');
}

/** Builds the page with the console's own tools, in a folder inside the repository, so that React is found. */
async function buildPage(folder: string, of: keyof typeof SOURCES): Promise<BaselinePage> {
  const app = join(folder, 'baseline-page');
  mkdirSync(app, { recursive: true });
  writeFileSync(join(app, 'main.js'), SOURCES[of]);
  writeFileSync(
    join(app, 'index.html'),
    '<!doctype html><title>Baseline</title><div id="root"></div><script type="module" src="/main.js"></script>',
  );
  const code = await runFile('node_modules/vite/bin/vite.js', ['build', app, '--logLevel', 'warn']);
  if (code !== 0) throw new Error('the baseline page could not be built');
  const page: BaselinePage = {};
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
