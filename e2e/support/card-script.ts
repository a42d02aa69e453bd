import type { BrowserContext } from '@playwright/test';
import type { Card } from '@callpoint/server/testing/providers/stripe/cards';
import type { TestStripe } from '@callpoint/server/testing/providers/stripe/stripe';

/** Replaces the payment provider's browser script: its card fields are inputs, and it pays at the simulated provider. */

/** Card numbers for tests, as the provider publishes them. */
export const CARDS = {
  ok: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  expired: '4000 0000 0000 0069',
  cvc: '4000 0000 0000 0127',
  authenticate: '4000 0025 0000 3155',
} as const satisfies Record<Card, string>;

/** The origin of the provider's script. */
export const SCRIPT_ORIGIN = 'https://js.stripe.com';

/** Serves the script to all pages of a browser. Returns what blocks it and unblocks it. */
export async function serveCardScript(
  context: BrowserContext,
  provider: TestStripe,
): Promise<{ block(isBlocked: boolean): void }> {
  let isBlocked = false;
  await context.route(`${SCRIPT_ORIGIN}/**`, (route) =>
    isBlocked
      ? route.abort('blockedbyclient')
      : route.fulfill({ contentType: 'text/javascript', body: `(${script})()` }),
  );
  await context.exposeFunction('confirmCard', (secret: string, number: string) =>
    provider.confirmCard(secret, cardOf(number)),
  );
  await context.exposeFunction('confirmSetup', (secret: string, number: string) =>
    provider.confirmSetup(secret, cardOf(number)),
  );
  await context.exposeFunction('authenticateSetup', (secret: string, isSuccessful: boolean) =>
    provider.authenticateSetup(secret, isSuccessful),
  );
  await context.exposeFunction('authenticate', (secret: string, isSuccessful: boolean) =>
    provider.authenticate(secret, isSuccessful),
  );
  return { block: (next) => (isBlocked = next) };
}

function cardOf(number: string): Card {
  const known = Object.entries(CARDS).find(([, each]) => each === number);
  return (known?.[0] ?? 'declined') as Card;
}

/** Runs in the page. Plain JavaScript: it is sent as text. */
const script = `function () {
  const LABELS = { cardNumber: 'Card number', cardExpiry: 'Expiry', cardCvc: 'CVC' };
  const LENGTHS = { cardNumber: 19, cardExpiry: 5, cardCvc: 3 };

  function createElement(type, options) {
    const handlers = {};
    const emit = (event, data) => (handlers[event] || []).forEach((handler) => handler({ elementType: type, ...data }));
    const input = document.createElement('input');
    input.setAttribute('aria-label', LABELS[type] + ' of the provider');
    input.disabled = Boolean(options.disabled);
    Object.assign(input.style, { border: 0, outline: 0, width: '100%', background: 'none', color: options.style.base.color });
    input.addEventListener('focus', () => emit('focus'));
    input.addEventListener('blur', () => emit('blur'));
    input.addEventListener('input', () => {
      const complete = input.value.length >= LENGTHS[type];
      emit('change', { empty: input.value === '', complete, error: undefined });
    });
    return {
      type, input,
      on(event, handler) { (handlers[event] ||= []).push(handler); return this; },
      off(event, handler) { handlers[event] = (handlers[event] || []).filter((one) => one !== handler); return this; },
      mount(node) { node.classList.add('StripeElement'); node.append(input); queueMicrotask(() => emit('ready')); },
      update(next) { if ('disabled' in next) input.disabled = Boolean(next.disabled); },
      focus() { input.focus(); },
      blur() { input.blur(); },
      clear() { input.value = ''; },
      destroy() { input.remove(); },
      unmount() { input.remove(); },
    };
  }

  /** What a bank shows. */
  function promptForAuthentication() {
    const dialog = document.createElement('dialog');
    dialog.setAttribute('aria-label', 'Your bank');
    document.body.append(dialog);
    return new Promise((resolve) => {
      for (const [text, isSuccessful] of [['Complete', true], ['Fail', false]]) {
        const button = document.createElement('button');
        button.textContent = text;
        button.addEventListener('click', () => { dialog.remove(); resolve(isSuccessful); });
        dialog.append(button);
      }
      dialog.showModal();
    });
  }

  function Stripe() {
    const reject = () => Promise.reject(new Error('Not part of this script'));
    return {
      elements() {
        const created = {};
        return {
          create: (type, options) => (created[type] = createElement(type, options)),
          getElement: (type) => created[type] || null,
          update() {},
        };
      },
      createToken: reject,
      createPaymentMethod: reject,
      async confirmCardSetup(secret, { payment_method: { card } }) {
        const result = await window.confirmSetup(secret, card.input.value);
        if (result.error || result.setupIntent.status !== 'requires_action') return result;
        return window.authenticateSetup(secret, await promptForAuthentication());
      },
      async confirmCardPayment(secret, data) {
        // Without a card, the payment already has one, and only the authentication is missing.
        if (!data) return window.authenticate(secret, await promptForAuthentication());
        const result = await window.confirmCard(secret, data.payment_method.card.input.value);
        if (result.error || result.paymentIntent.status !== 'requires_action') return result;
        return window.authenticate(secret, await promptForAuthentication());
      },
    };
  }
  Stripe.version = 'endive';
  window.Stripe = Stripe;
}`;
