import { RuleTester } from 'oxlint/plugins-dev';
import { describe, test } from 'vitest';
import { textInCode } from './text-in-code.ts';

RuleTester.describe = describe;
RuleTester.it = test;

const tester = new RuleTester({ languageOptions: { parserOptions: { lang: 'tsx' } } });

type Rejected = [name: string, code: string, texts: readonly string[], line?: number];
type Accepted = [name: string, code: string, option?: { allow: string[] }];

const rejected = ([name, code, texts, line = 1]: Rejected) => ({
  name,
  code,
  errors: texts.map((text) => ({ message: `Move the text “${text}” to src/texts/.`, line })),
});

const accepted = ([name, code, option]: Accepted) => ({ name, code, options: option ? [option] : [] });

tester.run('text-in-code', textInCode, {
  invalid: (
    [
      ['an element’s text', 'const a = <p>Saved at {time}</p>;', ['Saved at']],
      ['a choice of texts', 'const a = <b>{open ? "less" : "more"}</b>;', ['less', 'more']],
      ['a label', 'const a = <input aria-label={`choose ${x}`} title="b c" />;', ['choose', 'b c']],
      ['a property that is shown', 'const a = { label: "go", icon: "go" };', ['go']],
      ['a sentence as an argument', 'alerts.error("The row is gone.");', ['The row is gone.']],
      ['a sentence around a value', 'show(`${name} is blocked.`);', ['is blocked.']],
      ['one word', 'const a = row.ok ? "Yes" : "No";', ['Yes', 'No']],
      ['a text with a type assertion', 'const a = "Yes" as string;', ['Yes']],
      ['a text in a later line', '\n\nshow("Gone for good");', ['Gone for good'], 3],
    ] satisfies Rejected[]
  ).map(rejected),
  valid: (
    [
      ['a text of the catalog', 'const a = <p title={texts.save}>{texts.saved(time)} · {count}</p>;'],
      [
        'names of classes, routes and roles',
        'const a = <Link to="/users" className={c["Big"]} role="alert" />;',
      ],
      ['a pressed key', 'if (event.key === "ArrowRight") go(); switch (key) { case "Home": go(); }'],
      ['a keyboard shortcut', 'const a = <b aria-keyshortcuts={mac ? "Meta+K" : "Control+K"} />;'],
      ['the message of an error', 'throw new Error("The form is not there.");'],
      ['types', 'type Word = "Yes" | "No"; import "./Some File.ts"; import type { A } from "./Other.ts";'],
      ['the name of a draft', 'useDraft(`settings button ${id}`);'],
      ['an exception', 'const a = `Bearer ${token}`;', { allow: ['Bearer'] }],
    ] satisfies Accepted[]
  ).map(accepted),
});
