import { expect, type Page } from '@playwright/test';
import { buildConfiguration } from '@callpoint/server/factories/configuration';
import { buildPlan } from '@callpoint/server/factories/subscriptions';
import { startStripe, type TestStripe } from '@callpoint/server/testing/providers/stripe/stripe';
import { CARDS, SCRIPT_ORIGIN, serveCardScript } from './card-script.ts';
import { waitForPage } from './page-actions.ts';
import { startServer, type Server } from './server.ts';
import { test as base } from './test.ts';

type Shop = { provider: TestStripe; server: Server; plan: string };
type WorkerFixtures = { shop: Shop };
type TestFixtures = { purchase: PurchasePage };

/** The test of a payment: a server with the keys of a simulated payment provider, and a plan. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  shop: [
    async ({ smtp }, use) => {
      const provider = await startStripe();
      const server = await startServer({ smtpUrl: smtp.url, variables: provider.variables });
      const { id } = provider.declarePrice({ amount: 2995, nickname: 'Small' });
      await server.withDatabase(async (db) => {
        await buildPlan(db, { plan_stripe_id: id });
        await buildConfiguration(db, {
          payment_secret_key: provider.secretKey,
          payment_publishable_key: provider.publishableKey,
        });
      });
      await use({ provider, server, plan: `${id}|10` });
      await server.stop();
      await provider.close();
    },
    { scope: 'worker' },
  ],

  server: async ({ shop }, use) => {
    const before = shop.server.problems.length;
    await use(shop.server);
    // A warning of each call that the provider rejects is part of some journeys.
    const problems = shop.server.problems.slice(before);
    expect(problems.filter((line) => !line.includes('the payment provider rejected a call'))).toEqual([]);
  },

  purchase: async ({ teamPage, shop, monitor }, use) => {
    monitor.allowOrigin(SCRIPT_ORIGIN);
    const script = await serveCardScript(teamPage.context(), shop.provider);
    const { provider } = shop;
    await use(new PurchasePage(teamPage, shop, script));
    provider.behave();
  },
});

/** What a subscriber does on the purchase page. */
class PurchasePage {
  readonly page: Page;
  readonly provider: TestStripe;
  readonly script: { block(isBlocked: boolean): void };
  readonly #shop: Shop;

  constructor(page: Page, shop: Shop, script: { block(isBlocked: boolean): void }) {
    this.page = page;
    this.provider = shop.provider;
    this.script = script;
    this.#shop = shop;
  }

  /** Adds a plan of 50 users for $99.95, and returns what selects it. */
  async offerLargePlan(): Promise<string> {
    const { id } = this.provider.declarePrice({ amount: 9995, nickname: 'Large' });
    await this.#shop.server.withDatabase((db) =>
      buildPlan(db, {
        plan_name: '11-50 end users',
        plan_stripe_id: id,
        plan_cost_cents: 9995,
        max_users: 50,
      }),
    );
    return `${id}|50`;
  }

  get pay() {
    return this.page.getByRole('button', { name: 'Pay and start Subscription' });
  }

  get problem() {
    return this.page.getByRole('alert').filter({ hasText: /\S/ });
  }

  cardField(name: 'Card number' | 'Expiry' | 'CVC') {
    return this.page.getByLabel(`${name} of the provider`);
  }

  async open(): Promise<void> {
    await this.page.goto('/app/purchase');
    await waitForPage(this.page, 'Purchase');
  }

  /** Fills in everything but the card. */
  async fillAddress(): Promise<void> {
    await this.page.getByLabel('Plan', { exact: true }).selectOption(this.#shop.plan);
    await this.page.getByLabel('Address', { exact: true }).fill('1200 Canal Street');
    await this.page.getByLabel('City', { exact: true }).fill('Boulder');
    await this.page.getByLabel('State', { exact: true }).fill('CO');
    await this.page.getByLabel('ZIP', { exact: true }).fill('80302');
  }

  async fillCard(card: keyof typeof CARDS): Promise<void> {
    await this.cardField('Card number').fill(CARDS[card]);
    await this.cardField('Expiry').fill('12/34');
    await this.cardField('CVC').fill('123');
  }

  /** The profile, with the message, which clears after two seconds, and the paid subscription. */
  async expectPaid(message = 'Payment received. Your subscription is active.'): Promise<void> {
    const messages = this.page.getByRole('status').filter({ hasText: message });
    // An assertion of its own looks once a second after a while.
    await expect(async () => {
      expect(new URL(this.page.url()).pathname).toBe('/app/my-profile');
      expect(await messages.count()).toBe(1);
    }).toPass({ intervals: [100], timeout: 20_000 });
    await expect(this.page.getByRole('region', { name: 'Subscription info' })).toContainText('Paid');
  }

  /** The charges of this subscriber that succeeded, by its email. */
  charged(email: string): number {
    const customers = [...this.provider.state.customers.values()].filter((each) => each.email === email);
    return customers.reduce((sum, { id }) => sum + this.provider.totalCharged(id), 0);
  }
}

export { expect };
