import { expect, test } from 'vitest';
import { textsIn } from './texts-in.ts';

test('finds every string of a catalog, with its line and its values', () => {
  const source = `import { inLanguage } from './language.ts';
export const userTexts = inLanguage({
  en: { 'aria-key': 'Users', count: (n: number) => (n === 1 ? \`1 user\` : \`\${n} users\`) },
});`;
  expect(textsIn('users.ts', source, true)).toEqual([
    { line: 3, text: 'Users' },
    { line: 3, text: '1 user' },
    { line: 3, text: '{} users' },
  ]);
});

test('finds texts among code, and no code among texts', () => {
  const source = `import { sql } from 'kysely';
type Kind = 'Not a text' | 'another';
const query = sql\`select The from Rows where it is so\`;
if (kind === 'Compared with') throw conflict('The plan does not exist.', 'data.plan');
const mail = ['Log in to Callpoint:', link, 'It works once.'].join('\\n');
const rule = z.string('is required').regex(new RegExp('Some Pattern'));
const text = 'Call {{NAME}} now.';
const more = isLong && 'must be at most five words';
const statement = 'select id from team';`;
  expect(textsIn('calls.ts', source, false).map(({ text }) => text)).toEqual([
    'The plan does not exist.',
    'Log in to Callpoint:',
    'It works once.',
    'is required',
    'Call {{NAME}} now.',
    'must be at most five words',
  ]);
});
