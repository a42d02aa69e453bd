import { expect, test } from 'vitest';
import { pagesWithPreloads } from './preloads.ts';

const HTML = '<html><head><title>Callpoint</title></head><body></body></html>';
const pageAt = pagesWithPreloads(
  HTML,
  {
    users: ['assets/shell.js', 'assets/users.js', 'assets/users.css'],
    'users/edit/:userId': ['assets/edit-$&.js'],
  },
  '/app/',
);

test('the page of a screen has preload links for its files', () => {
  expect(pageAt('/app/users')).toBe(
    '<html><head><title>Callpoint</title>' +
      '<link rel="modulepreload" crossorigin href="/app/assets/shell.js">' +
      '<link rel="modulepreload" crossorigin href="/app/assets/users.js">' +
      '<link rel="preload" as="style" crossorigin href="/app/assets/users.css">' +
      '</head><body></body></html>',
  );
});

test('a parameter of the path matches any value', () => {
  expect(pageAt('/app/users/edit/7')).toContain('href="/app/assets/edit-$&.js"');
});

test.each(['/app/', '/app/login', '/app/users/edit', '/app/users/edit/7/more', '/app/my-users'])(
  '%s returns the page without preload links',
  (path) => {
    expect(pageAt(path)).toBe(HTML);
  },
);
