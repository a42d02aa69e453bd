import { expect, test } from 'vitest';
import { catalogsIn, unusedTexts } from './texts/unused-texts.ts';

test('finds unused texts, for every form of use', () => {
  const [catalog] = catalogsIn(
    'users.ts',
    `export const userTexts = inLanguage({ en: { title: 'Users', named: (a: string) => a, group: { a: 'b' }, gone: 'Gone' } });`,
  );
  if (!catalog) throw new Error('no catalog');
  expect(catalog).toEqual({ name: 'userTexts', keys: ['title', 'named', 'group', 'gone'] });
  const unused = (...sources: string[]) => unusedTexts(catalog, sources);
  expect(unused('a = userTexts.title;', 'const { group } = userTexts;')).toEqual(['named', 'gone']);
  expect(unused('import { userTexts as texts } from "a"; texts.title; texts.named(b);')).toEqual([
    'group',
    'gone',
  ]);
  expect(unused('userTexts[level];', 'type Level = "title" | "named" | "group";')).toEqual(['gone']);
});
