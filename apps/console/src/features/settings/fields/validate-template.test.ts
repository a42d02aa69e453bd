import { expect, test } from 'vitest';
import { allowedVariables } from '@callpoint/contract/catalog';
import { validateTemplate } from './validate-template.ts';

const allowed = allowedVariables({ kind: 'button', id: 5 }, 'text');
const validate = (text: string) => validateTemplate(text, allowed, 'sms');

test('variables are found at their positions', () => {
  expect(validate('Call {{PHONE}}\nnow, {{ NAME }}')).toEqual([
    { from: 5, to: 14, problem: null },
    { from: 20, to: 30, problem: null },
  ]);
  expect(validate('No variable { here }')).toEqual([]);
});

test('a misspelled variable is reported with the intended one', () => {
  expect(validate('{{NAM}}')).toEqual([
    { from: 0, to: 7, problem: expect.stringContaining('{{NAM}} is not a variable. Did you mean {{NAME}}?') },
  ]);
});

test('a variable that is not allowed here is wrong, one that is still being typed is not', () => {
  expect(validate('{{LOCATION_IMAGE}}')[0]?.problem).toContain('can’t be used in an SMS');
  expect(validate('{{LOCA')).toEqual([]);
});
