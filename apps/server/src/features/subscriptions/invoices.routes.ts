import { invoiceCalls, invoiceList, type Invoice } from '@callpoint/contract/invoices';
import { sql } from 'kysely';
import type { ListQuery } from '../../db/lists/list-query.ts';
import { contains, containsNumber } from '../../db/lists/search-conditions.ts';
import { getTenantDb } from '../../http/auth/guard.ts';
import { notFound } from '../../http/errors/call-error.ts';
import type { App } from '../../http/api/schemas.ts';
import type { PaymentService } from '../../payments/provider/service.ts';
import { withPayments } from './payment-errors.ts';

/** The invoices of subscribers. */
export function invoiceRoutes(app: App, { service }: { service: PaymentService }): void {
  app.handle(invoiceCalls.list, async (request) => ({
    ok: true as const,
    ...(await getTenantDb(request).page(invoices, request.query)),
  }));

  app.handle(
    invoiceCalls.files,
    async (request) => {
      const row = await getTenantDb(request)
        .selectFrom('payment_invoice')
        .select('invoice_id')
        .where('id', '=', request.query.id)
        .executeTakeFirst();
      if (!row) throw notFound('The invoice does not exist.', 'id');
      const invoice = await withPayments(request.log, async () =>
        (await service.open()).invoices.retrieve(row.invoice_id),
      );
      const data = { page_url: invoice.hosted_invoice_url ?? null, pdf_url: invoice.invoice_pdf ?? null };
      return { ok: true as const, data };
    },
    { expensive: 'payment' },
  );
}

/** Maximum invoices that a search examines. */
const SEARCHED_INVOICES = 5_000;

const invoices: ListQuery<Invoice> = {
  table: 'payment_invoice',
  tenantColumn: 'team_id',
  columns: [
    'id',
    'team_id',
    'number',
    'status',
    'amount_due',
    'amount_paid',
    'amount_refunded',
    'currency',
    'is_disputed',
    'created_at',
    'paid_at',
    'failed_at',
    'next_attempt_at',
  ],
  filters: Object.keys(invoiceList.filters),
  filterIns: [],
  search: (param) =>
    sql`${contains(sql`coalesce(number, '')`, param)} or ${containsNumber(sql`cast(amount_due as text)`, param)}`,
  scan: { rows: SEARCHED_INVOICES, choices: [], columns: ['number', 'amount_due'] },
  item: (row) => ({ ...row, is_disputed: row['is_disputed'] === 1 }) as Invoice,
};
