import { z } from 'zod';
import { CONSOLE_BASES } from './bases.ts';
import { EXAMPLE_PAGE, EXAMPLE_PAGINATION, EXAMPLE_TIME } from './call-parts.ts';
import { defineCall, defineCalls } from './call.ts';
import { createQueryIdSchema, querySearch, timestamp } from './fields.ts';
import { listQuery, listResponse, type ListSpec } from './paging.ts';
import { NOT_SET_UP, PROVIDER_DOWN } from './purchases.ts';

/** The invoices of a subscriber, as the payment provider last reported them. */

export const invoiceList = {
  sort: ['id', 'created_at'],
  defaultOrder: 'desc',
  filters: {
    id: createQueryIdSchema('Only the invoice with this id.'),
    team_id: createQueryIdSchema('Only invoices of the subscriber with this id.'),
    search: querySearch('Only invoices with this text in the number, or these digits in the amount.'),
  },
  filterIns: {},
} as const satisfies ListSpec;
const invoiceQuery = listQuery(invoiceList);

/** `open`: not paid yet. `uncollectible`: the operator no longer expects the payment. `void`: nobody has to pay it. */
const INVOICE_STATUSES = ['draft', 'open', 'paid', 'uncollectible', 'void'] as const;
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number];

const amount = z.number().int().describe('In the currency’s smallest unit.');

export const invoice = z.object({
  id: z.number().int(),
  team_id: z.number().int(),
  number: z.string().nullable().describe('The number on the invoice; null for a draft.'),
  status: z.enum(INVOICE_STATUSES),
  amount_due: amount,
  amount_paid: amount,
  amount_refunded: amount,
  currency: z.string().describe('ISO 4217, in lower case.'),
  is_disputed: z.boolean().describe('The cardholder has disputed the charge at their bank.'),
  created_at: timestamp,
  paid_at: timestamp.nullable(),
  failed_at: timestamp.nullable().describe('The last failed attempt to charge the card.'),
  next_attempt_at: timestamp.nullable().describe('When the card is charged again.'),
});
export type Invoice = z.infer<typeof invoice>;

const invoiceFilesQuery = z.object({ id: createQueryIdSchema('The id of the invoice.') });

/** The provider’s addresses of an invoice, which expire. Null for a draft. */
const invoiceFiles = z.object({ page_url: z.string().nullable(), pdf_url: z.string().nullable() });

export const invoiceCalls = defineCalls(() => ({
  list: defineCall({
    name: 'listInvoices',
    method: 'GET',
    path: '/listPaged/invoice',
    bases: CONSOLE_BASES,
    permission: 'invoice.read',
    query: invoiceQuery,
    response: listResponse(invoice),
    subject: 'team',
    summary: 'The invoices of subscribers',
    example: {
      query: { ...EXAMPLE_PAGE, my: 'yes' },
      response: {
        ok: true,
        items: [
          {
            id: 1,
            team_id: 1,
            number: 'C0FFEE-0001',
            status: 'paid',
            amount_due: 2995,
            amount_paid: 2995,
            amount_refunded: 0,
            currency: 'usd',
            is_disputed: false,
            created_at: EXAMPLE_TIME,
            paid_at: EXAMPLE_TIME,
            failed_at: null,
            next_attempt_at: null,
          },
        ],
        pagination: EXAMPLE_PAGINATION,
      },
    },
  }),
  files: defineCall({
    name: 'getInvoiceFiles',
    method: 'GET',
    path: '/invoiceFiles',
    bases: CONSOLE_BASES,
    permission: 'invoice.read',
    query: invoiceFilesQuery,
    response: z.object({ ok: z.literal(true), data: invoiceFiles }),
    errors: {
      404: {
        description: 'There is no such invoice, or it is another subscriber’s.',
        msg: 'The invoice does not exist.',
        field: 'id',
      },
      409: NOT_SET_UP,
      503: PROVIDER_DOWN,
    },
    subject: 'team',
    summary: 'The links to the page and the PDF of an invoice',
    description: 'The links are the payment provider’s and expire: call this when a person opens one.',
    example: {
      query: { id: '1' },
      response: {
        ok: true,
        data: {
          page_url: 'https://invoice.stripe.com/i/acct_1/in_1',
          pdf_url: 'https://pay.stripe.com/invoice/acct_1/in_1/pdf',
        },
      },
    },
  }),
}));
