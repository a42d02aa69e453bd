import { inTransaction, TableHandle } from './handle.ts';
import type { Database } from '../tables.ts';

type PaymentTables = Pick<
  Database,
  | 'subscription'
  | 'payment_customer'
  | 'payment_change'
  | 'payment_invoice'
  | 'plan'
  | 'config'
  | 'stop_notice'
  | 'stop_notice_email'
> & {
  team: Omit<Database['team'], 'password_hash'>;
};

/** Subscribers and plans are changed through a TenantDb, which records who changed them. */
type WrittenTables = Pick<
  Database,
  | 'subscription'
  | 'payment_customer'
  | 'payment_change'
  | 'payment_invoice'
  | 'stop_notice'
  | 'stop_notice_email'
>;

/** What the payment provider reports about all subscribers, and what people have requested there. */
export class PaymentsDb extends TableHandle<PaymentTables, WrittenTables> {
  /** Distinguishes the type from the other handles. */
  readonly kind = 'payments';

  /** Runs `work` in one transaction, on a handle inside it. */
  transaction<Result>(work: (tx: PaymentsDb) => Promise<Result>): Promise<Result> {
    return inTransaction(this, (tx) => work(new PaymentsDb(tx)));
  }
}
