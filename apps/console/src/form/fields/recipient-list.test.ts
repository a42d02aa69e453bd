import { toE164 } from '@callpoint/alerts/sms/phone-numbers';
import { expect, test } from 'vitest';
import { addRecipients, emailKey, numberKey } from './recipient-list.ts';

const inUnitedStates = numberKey({ toE164, country: 'US' });

test.each([
  ['+13035550141', '(303) 555-0141', inUnitedStates],
  ['+13035550141', '+1 303 555 0141', inUnitedStates],
  ['+49301234567', '030 1234567', numberKey({ toE164, country: 'DE' })],
  ['+13035550141', '+1 (303) 555-0141', numberKey(null)],
  ['Ann@x.example', 'ann@X.example ', emailKey],
])('%s is the same recipient as %s', (known, typed, keyOf) => {
  expect(addRecipients([known], [typed], keyOf)).toEqual({ recipients: [known], isDuplicate: true });
});

test.each([
  ['+13035550141', '030 1234567', inUnitedStates],
  ['+13035550141', '3035550142', inUnitedStates],
  ['+13035550141', 'call me', inUnitedStates],
  ['ann@x.example', 'ann@y.example', emailKey],
])('%s is another recipient than %s', (known, typed, keyOf) => {
  expect(addRecipients([known], [typed], keyOf)).toEqual({ recipients: [known, typed], isDuplicate: false });
});

test('adds each of several pasted recipients once, and none for blanks', () => {
  expect(
    addRecipients(['a@x.example'], ['A@x.example', ' b@x.example', 'B@x.example', ' '], emailKey),
  ).toEqual({ recipients: ['a@x.example', 'b@x.example'], isDuplicate: false });
  expect(addRecipients(['a@x.example'], ['', ' '], emailKey).isDuplicate).toBe(false);
});
