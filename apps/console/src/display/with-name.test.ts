import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { withName } from './with-name.tsx';

test('isolates each occurrence of a name from the text around it', () => {
  const text = (name: string) => `Block ${name}? ${name} is logged out.`;
  expect(renderToStaticMarkup(withName(text, 'A & B'))).toBe(
    'Block <bdi>A &amp; B</bdi>? <bdi>A &amp; B</bdi> is logged out.',
  );
});
