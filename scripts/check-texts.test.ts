import { expect, test } from 'vitest';
import { cataloguesIn, unusedTexts } from './texts/unused-texts.ts';

test('a text that no code names is found, in each way to name one', () => {
  const [catalogue] = cataloguesIn(
    'users.ts',
    `export const userTexts = inLanguage({ en: { title: 'Users', named: (a: string) => a, group: { a: 'b' }, gone: 'Gone' } });`,
  );
  if (!catalogue) throw new Error('no catalogue');
  expect(catalogue).toEqual({ name: 'userTexts', keys: ['title', 'named', 'group', 'gone'] });
  const unused = (...sources: string[]) => unusedTexts(catalogue, sources);
  expect(unused('a = userTexts.title;', 'const { group } = userTexts;')).toEqual(['named', 'gone']);
  expect(unused('import { userTexts as texts } from "a"; texts.title; texts.named(b);')).toEqual([
    'group',
    'gone',
  ]);
  expect(unused('userTexts[level];', 'type Level = "title" | "named" | "group";')).toEqual(['gone']);
});
