import { expect, test } from 'vitest';
import { measureScreens } from './budget/budgets.ts';
import { measureDeferredModules } from './budget/deferred-modules.ts';
import { loadedFor, type Manifest } from './budget/loaded.ts';
import { listScreens, type DeclaredScreen } from './budget/screens.ts';

const page = (name: string) => ({ toString: () => `() => import('../features/${name}.tsx')` });

const DECLARED: readonly DeclaredScreen[] = [
  { at: { signedOut: 'login' }, load: page('login-page'), budget: 'login' },
  { at: { team: 'users' }, load: page('users-page') },
  {
    at: { team: 'button_data/:btnId', admin: 'subscriber/button_data/:teamId/:btnId' },
    load: page('data-page'),
    budget: 'records',
  },
  { at: { admin: 'plans' }, load: page('plans-page') },
  { at: { signedIn: 'logout' }, load: page('logout-page') },
];

const MANIFEST: Manifest = {
  'index.html': { file: 'index.js', css: ['index.css'], imports: ['_react.js'] },
  'src/app/early.ts': { file: 'early.js' },
  '_react.js': { file: 'react.js' },
  '_table.js': { file: 'table.js', css: ['table.css'], imports: ['_react.js'] },
  'src/app/shell/shell.tsx': { file: 'shell.js', imports: ['_react.js'] },
  'src/app/shell/signed-out-frame.tsx': { file: 'login.js' },
  'src/features/users-page.tsx': {
    file: 'users.js',
    imports: ['_table.js'],
    dynamicImports: ['src/form/template/template-editor.ts'],
  },
  'src/form/template/template-editor.ts': { file: 'editor.js', imports: ['_table.js', '_code.js'] },
  '_code.js': { file: 'code.js' },
  'src/features/data-page.tsx': { file: 'data.js', imports: ['_table.js'] },
  'src/features/plans-page.tsx': { file: 'plans.js' },
  'src/features/login-page.tsx': { file: 'login.js' },
  'src/features/logout-page.tsx': { file: 'logout.js' },
};

/** Kilobytes of each file; default: 1. */
const measured = (sizes: Record<string, number>) =>
  measureScreens(listScreens(DECLARED), MANIFEST, (file) => (sizes[file] ?? 1) * 1000);
const overOf = (sizes: Record<string, number>) =>
  measured(sizes).flatMap(({ screen, over }) => over.map((what) => `${screen.path}: ${what}`));

test('each path of a screen is listed once, with its roles and its source file', () => {
  expect(listScreens(DECLARED)).toEqual([
    { path: 'login', who: 'nobody', file: 'src/features/login-page.tsx', budget: 'login' },
    { path: 'users', who: 'team', file: 'src/features/users-page.tsx' },
    { path: 'button_data/:btnId', who: 'team', file: 'src/features/data-page.tsx', budget: 'records' },
    {
      path: 'subscriber/button_data/:teamId/:btnId',
      who: 'admin',
      file: 'src/features/data-page.tsx',
      budget: 'records',
    },
    { path: 'plans', who: 'admin', file: 'src/features/plans-page.tsx' },
    { path: 'logout', who: 'team', file: 'src/features/logout-page.tsx' },
  ]);
});

test('a screen whose import is not literal is rejected', () => {
  const load = { toString: () => '() => import(path)' };
  expect(() => listScreens([{ at: { team: 'users' }, load }])).toThrow('no literal import');
});

test('a page loads its imports transitively, each file once', () => {
  expect(loadedFor(MANIFEST, ['index.html', 'src/features/data-page.tsx'])).toEqual(
    new Set(['index.js', 'index.css', 'react.js', 'data.js', 'table.js', 'table.css']),
  );
});

test('a screen counts its own files from a cold start, and the files that it adds to a loaded page', () => {
  const users = measured({ 'users.js': 7, 'react.js': 100 }).find(({ screen }) => screen.path === 'users');
  expect(users).toMatchObject({ js: 111_000, css: 2_000, more: 7_000, over: [] });
});

test('reports nothing within the budgets', () => {
  expect(overOf({ 'react.js': 107, 'index.css': 15, 'shell.js': 20, 'data.js': 10, 'users.js': 60 })).toEqual(
    [],
  );
});

test.each([
  [{ 'login.js': 107.5 }, ['login: JS is over 110 kB']],
  [{ 'index.css': 15.1 }, ['login: CSS is over 15 kB']],
  [
    { 'data.js': 151 },
    ['button_data/:btnId: JS is over 155 kB', 'subscriber/button_data/:teamId/:btnId: JS is over 155 kB'],
  ],
  [{ 'plans.js': 72.6 }, ['plans: more is over 72.5 kB']],
])('reports an exceeded budget: %o', (sizes: Record<string, number>, expected) => {
  expect(overOf(sizes)).toEqual(expected);
});

test('a screen with a budget has at most 14 requests: the document, its files, the font, and its calls until it is idle', () => {
  const parts = Array.from({ length: 3 }, (_, number) => `_part${number}.js`);
  const manifest = (some: readonly string[]): Manifest => ({
    ...MANIFEST,
    ...Object.fromEntries(some.map((part) => [part, { file: part }])),
    'src/features/data-page.tsx': { file: 'data.js', imports: ['_table.js', ...some] },
  });
  const requests = (some: readonly string[]) =>
    measureScreens(listScreens(DECLARED), manifest(some), () => 1)
      .filter(({ screen }) => screen.path === 'button_data/:btnId')
      .map(({ requests: count, over }) => ({ count, over }));
  // 5 + the files: index.js, index.css, early.js, react.js, shell.js, data.js, table.js, table.css.
  expect(requests(parts.slice(0, 1))).toEqual([{ count: 14, over: [] }]);
  expect(requests(parts)).toEqual([{ count: 16, over: ['16 requests are more than 14'] }]);
});

test('modules that are loaded on demand count only files that are not loaded yet, and have their own limits', () => {
  const screens = new Set(listScreens(DECLARED).map(({ file }) => file));
  const deferred = (code: number) =>
    measureDeferredModules(MANIFEST, screens, (file) => (file === 'code.js' ? code : 1) * 1000);
  const editor = { module: 'src/form/template/template-editor.ts', maximum: 100_000 };
  expect(deferred(99)).toEqual([{ ...editor, bytes: 100_000, isOverBudget: false }]);
  expect(deferred(100)).toEqual([{ ...editor, bytes: 101_000, isOverBudget: true }]);
});
