import { EXAMPLE_PAGINATION } from '@callpoint/contract/call-parts';
import type { Invoice } from '@callpoint/contract/invoices';
import { expect, test } from '../support/test.ts';

const INVOICE: Invoice = {
  id: 1,
  team_id: 1,
  number: 'C0FFEE-0001',
  status: 'paid',
  amount_due: 2995,
  amount_paid: 2995,
  amount_refunded: 1000,
  currency: 'usd',
  is_disputed: false,
  created_at: '2026-11-24T09:00:00.000Z',
  paid_at: '2026-11-24T09:00:00.000Z',
  failed_at: null,
  next_attempt_at: null,
};

test('A subscriber finds its invoices on the profile and downloads a PDF @nightly', async ({
  teamPage: page,
  server,
  monitor,
}) => {
  await page.goto('/app/my-profile');
  const invoices = page.getByRole('region', { name: 'Invoices' });
  await expect(invoices).toContainText('No invoices yet');

  const items = [INVOICE];
  const list = { ok: true, items, pagination: { ...EXAMPLE_PAGINATION, total: 1 } };
  await page.route('**/listPaged/invoice?*', (route) => route.fulfill({ json: list }));
  await page.reload();
  const row = invoices.getByRole('row', { name: /C0FFEE-0001/ });
  await expect(row).toContainText('$29.95');
  await expect(row).toContainText('$10.00 refunded');

  const pdf = row.getByRole('button', { name: 'Download the PDF of invoice C0FFEE-0001' });
  monitor.expectResponse(404, '/tapi/v1/invoiceFiles');
  await pdf.click();
  await expect(invoices).toContainText('The invoice does not exist.');

  // In place of the provider's address: a journey sends no request to another server.
  const url = `${server.url}/invoice/acct_1/in_1/pdf`;
  const files = { ok: true, data: { page_url: null, pdf_url: url } };
  await page.route('**/invoiceFiles?*', (route) => route.fulfill({ json: files }));
  await page.route(url, (route) =>
    route.fulfill({
      body: 'the invoice',
      headers: { 'content-disposition': 'attachment; filename="C0FFEE-0001.pdf"' },
    }),
  );
  const download = page.waitForEvent('download');
  await pdf.click();
  expect((await download).suggestedFilename()).toBe('C0FFEE-0001.pdf');
  await expect(page).toHaveURL(/\/app\/my-profile$/);
});
