import { expect, test } from 'vitest';
import { SPECIFIED } from './exemptions.ts';
import { MOST_WORDS, findWordingProblems } from './wording.ts';

const wordsIn = (text: string, exempt: readonly string[] = [], isLabel = true) =>
  findWordingProblems(text, { exempt, isLabel }).map(({ words }) => words);

test.each([
  ['Enter an e-mail address.', 'e-mail'],
  ['Icon colour', 'colour'],
  ['Your organisation', 'organisation'],
  ['It was cancelled.', 'cancelled'],
  ['within 5 metres', 'metres'],
  ['We practise it.', 'practise'],
  ['The telephone was off.', 'telephone'],
  ['If somebody pressed now', 'somebody'],
  ['Nobody has opened it.', 'Nobody'],
  ['It is not used any more.', 'any more'],
  ['It is checked anew.', 'anew'],
  ['It is not bought once more.', 'once more'],
  ['The newest stand first.', 'stand'],
  ['Set who is told', 'told'],
  ['Tell it to the user.', 'Tell'],
  ['Of which', 'Of which'],
  ['The message and what became of it', 'what became of'],
  ['In all', 'In all'],
  ['It does not end by itself.', 'by itself'],
  ['The account is blocked at once.', 'at once'],
  ['It goes on', 'goes on'],
  ['The last one came in', 'came in'],
  ['One thing to mend:', 'mend'],
  ['Judged live.', 'Judged'],
  ['Wherever you are logged in', 'Wherever'],
  ['The server refused our login.', 'refused'],
  ['Not now', 'Not now'],
  ['Every try', 'Every try'],
  ['Tries', 'Tries'],
  ['the one that is newest', 'the one that'],
  ['Exact words', 'Exact words'],
  ['Sign in again.', 'Sign in'],
  ['You were signed out.', 'signed out'],
  ['It needs a sign-in.', 'sign-in'],
  ['Please agree with the team on who calls.', 'agree with the team on who'],
  ['It gets no more messages.', 'no more'],
  ['Right as it is', 'as it is'],
  ['This period began', 'began'],
  ['Your test is on its way.', 'on its way'],
  ['I have seen to it', 'seen to'],
  ['A made-up user', 'made-up'],
  ['The whole platform', 'whole'],
  ['The page says so.', 'says'],
  ['The server answered with 404.', 'answered with'],
  ['The row is gone.', 'is gone'],
  ['What is typed here', 'is typed'],
  ['Working …', '…'],
])('rejects “%s” because of “%s”', (text, words) => {
  expect(wordsIn(text)).toEqual([words]);
});

test.each([
  'You understand it.',
  'Log out in all tabs of this browser.',
  'Sign up as a new subscriber.',
  // A value of the API.
  'sign in',
  'Enter a whole number from 0 to 5.',
  'Email is not configured, so no one is notified.',
  'Sends to +12025550143.',
  'Callpoint retries automatically.',
  'Save: {}',
])('accepts “%s”', (text) => {
  expect(wordsIn(text)).toEqual([]);
});

test('names the better wording', () => {
  expect(findWordingProblems('The last one came in', { exempt: [], isLabel: true })).toEqual([
    { words: 'came in', better: 'be received, arrive' },
  ]);
});

test('rejects capitals inside a label, but not in names, later sentences, or texts that are not labels', () => {
  expect(wordsIn('Create User')).toEqual(['User']);
  expect(wordsIn('Open Callpoint. Then log in.')).toEqual([]);
  expect(wordsIn('Log in as Admin with', [], false)).toEqual([]);
});

test('rejects a sentence that is too long', () => {
  const sentence = (words: number) => `${'word '.repeat(words - 1)}word.`;
  expect(wordsIn(sentence(MOST_WORDS))).toEqual([]);
  expect(wordsIn(`${sentence(MOST_WORDS)} ${sentence(MOST_WORDS)}`)).toEqual([]);
  expect(wordsIn(sentence(MOST_WORDS + 1))).toEqual([`a sentence of ${MOST_WORDS + 1} words`]);
});

test('exempts the literal texts of the specification, and nothing next to them', () => {
  expect(wordsIn('Safety Contacts For App Users', SPECIFIED)).toEqual([]);
  expect(wordsIn('Go Back anew', SPECIFIED)).toEqual(['anew']);
});
