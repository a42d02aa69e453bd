import { expect, test } from 'vitest';
import { isPaymentScreen } from './payment-screens.ts';

test.each(['/purchase', 'purchase', '/purchase/', '//Purchase', '/%70urchase'])(
  '%s is a payment screen: the console opens it at this path',
  (path) => expect(isPaymentScreen(path)).toBe(true),
);

test.each(['/', '', '/users', '/purchases', '/purchase/1', '/users/purchase', '/%zz', '/my-profile'])(
  '%s is not a payment screen',
  (path) => expect(isPaymentScreen(path)).toBe(false),
);
