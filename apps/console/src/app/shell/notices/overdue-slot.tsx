import { useOverduePayment } from '../../../features/subscriptions/overdue/overdue.api.ts';
import { lazyPart } from '../../../states/lazy-part.tsx';

/** Its code loads only if a payment is overdue. */
const OverdueNotice = lazyPart(
  async () => (await import('../../../features/subscriptions/overdue/overdue-notice.tsx')).OverdueNotice,
);

/** For subscribers: the notice about an overdue payment, on every screen. */
export function OverdueSlot() {
  const overdue = useOverduePayment();
  return overdue && <OverdueNotice overdue={overdue} />;
}
