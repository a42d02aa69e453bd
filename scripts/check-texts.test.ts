import { expect, test } from 'vitest';
import { cataloguesIn, unusedTexts } from './texts/unused-texts.ts';
import { wordsInCode } from './texts/words-in-code.ts';

const words = (source: string) => wordsInCode('page.tsx', source).map(({ text }) => text);

test.each([
  ['an element’s text', 'const a = <p>Saved at {time}</p>;', ['Saved at']],
  ['a choice of texts', 'const a = <b>{open ? "less" : "more"}</b>;', ['less', 'more']],
  ['a label', 'const a = <input aria-label={`choose ${x}`} title="b c" />;', ['choose', 'b c']],
  ['a property that is read', 'const a = { label: "go", icon: "go" };', ['go']],
  ['a sentence in passing', 'alerts.error("The row is gone.");', ['The row is gone.']],
  ['a sentence around a value', 'say(`${name} is blocked.`);', ['is blocked.']],
  ['one word', 'const a = row.ok ? "Yes" : "No";', ['Yes', 'No']],
  ['a text as another type', 'const a = "Yes" as string;', ['Yes']],
])('words in code: %s', (_, source, expected) => {
  expect(words(source)).toEqual(expected);
});

test.each([
  ['a catalogue’s text', 'const a = <p title={texts.save}>{texts.saved(time)} · {count}</p>;'],
  ['names of classes, routes and calls', 'const a = <Link to="/users" className={c["Big"]} role="alert" />;'],
  ['a key that was pressed', 'if (event.key === "ArrowRight") go(); switch (key) { case "Home": go(); }'],
  ['a key to press', 'const a = <b aria-keyshortcuts={mac ? "Meta+K" : "Control+K"} />;'],
  ['a fault for us', 'throw new Error("The form is not there.");'],
  ['types', 'type Word = "Yes" | "No"; import "./Some File.ts"; import type { A } from "./Other.ts";'],
  ['the name of a draft', 'useDraft(`settings button ${id}`);'],
])('no words for people: %s', (_, source) => {
  expect(words(source)).toEqual([]);
});

test('a finding names its line', () => {
  expect(wordsInCode('a.ts', '\n\nsay("Gone for good");')).toEqual([{ text: 'Gone for good', line: 3 }]);
});

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
