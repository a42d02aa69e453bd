import { expect, test } from 'vitest';
import { scriptsOf } from './phone.ts';

test('the first load of a page is its script and what it preloads', () => {
  const html = `<link rel="icon" href="/phone/icon.png" />
    <script type="module" crossorigin src="/phone/assets/index-1a.js"></script>
    <link rel="modulepreload" crossorigin href="/phone/assets/note-2b.js">
    <link rel="stylesheet" crossorigin href="/phone/assets/index-3c.css">`;
  expect(scriptsOf(html, '/phone/')).toEqual(['assets/index-1a.js', 'assets/note-2b.js']);
});
