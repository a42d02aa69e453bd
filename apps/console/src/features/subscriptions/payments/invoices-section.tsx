import type { Invoice } from '@callpoint/contract/invoices';
import { moneyText } from '@callpoint/contract/money';
import { useState } from 'react';
import { Status, type StatusKind } from '../../../display/status.tsx';
import { ListTime } from '../../../display/timestamp.tsx';
import { CollapsibleSection } from '../../../form/record/section.tsx';
import { readListState, type ListDefaults } from '../../../list/list-state.ts';
import { explainFailedAction } from '../../../net/call-error.ts';
import { EmptyState } from '../../../states/empty-state.tsx';
import { sortKeys } from '../../../table/list-change.ts';
import type { Column, RowButtonSpec } from '../../../table/table-types.ts';
import { invoiceStatus, invoiceTexts } from '../../../texts/invoices.ts';
import { readPdfUrl, useInvoices } from './invoices.api.ts';
import { SECTION_IDS, type ProfileScope } from '../profile-scope.ts';
import { SECTION_ROWS, SectionList } from '../section-list.tsx';

const COLUMNS: readonly Column<Invoice>[] = [
  { key: 'number', header: invoiceTexts.number, cell: ({ number }) => number ?? invoiceTexts.draft },
  {
    key: 'created_at',
    header: invoiceTexts.date,
    cell: ({ created_at }) => <ListTime at={created_at} />,
    isTime: true,
    sort: 'created_at',
    firstOrder: 'desc',
  },
  {
    key: 'amount',
    header: invoiceTexts.amount,
    cell: ({ amount_due, currency }) => inReadersLocale(amount_due, currency),
    numeric: true,
    isLabeled: true,
  },
  {
    key: 'status',
    header: invoiceTexts.status,
    cell: (invoice) => (
      <Status kind={kindOf(invoice)}>
        {invoiceStatus(invoice, inReadersLocale(invoice.amount_refunded, invoice.currency))}
      </Status>
    ),
    minWidth: 130,
  },
];

const DEFAULTS: ListDefaults<string, 'search'> = {
  sorts: sortKeys(COLUMNS),
  sort: 'created_at',
  order: 'desc',
  perPage: SECTION_ROWS,
  filters: ['search'],
};

/** A subscriber's invoices, newest first. Its page is not in the address: the history below has the address's. */
export function InvoicesSection({ scope }: { scope: ProfileScope }) {
  const [state, setState] = useState(() => readListState(new URLSearchParams(), DEFAULTS));
  const [failure, setFailure] = useState<{ row: number; text: string }>();

  async function download({ id }: Invoice): Promise<void> {
    setFailure(undefined);
    try {
      const url = await readPdfUrl(scope, id);
      if (url === null) setFailure({ row: id, text: invoiceTexts.noPdf });
      else window.location.assign(url);
    } catch (error) {
      setFailure({ row: id, text: explainFailedAction(error).join(' ') });
    }
  }

  function pdfButton(invoice: Invoice): RowButtonSpec | null {
    const { number } = invoice;
    if (number === null) return null;
    return { verb: invoiceTexts.pdf, label: invoiceTexts.pdfOf(number), onClick: () => download(invoice) };
  }

  return (
    <CollapsibleSection title={invoiceTexts.title} id={SECTION_IDS.invoices}>
      <SectionList
        shape={{
          name: invoiceTexts.title,
          columns: COLUMNS,
          rowKey: ({ id }) => id,
          rowName: ({ number }) => number ?? invoiceTexts.draft,
          card: ['number', 'created_at', 'amount', 'status'],
          rowButton: pdfButton,
          actionsWidth: 104,
          failure,
        }}
        state={state}
        onChange={(change) => setState((now) => ({ ...now, page: 1, ...change }))}
        list={useInvoices(scope, state)}
        failed={invoiceTexts.failed}
        searchHint={invoiceTexts.searchHint}
        empty={<EmptyState title={invoiceTexts.none}>{invoiceTexts.noneDescription}</EmptyState>}
      />
    </CollapsibleSection>
  );
}

function inReadersLocale(amount: number, currency: string): string {
  return moneyText(amount, currency, navigator.language);
}

function kindOf({ status, is_disputed, amount_refunded, failed_at }: Invoice): StatusKind {
  if (is_disputed) return 'warning';
  if (amount_refunded > 0) return 'skipped';
  if (status === 'open') return failed_at === null ? 'pending' : 'failed';
  if (status === 'paid') return 'sent';
  return status === 'draft' ? 'pending' : 'skipped';
}
