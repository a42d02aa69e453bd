import { overduePaymentCalls, type OverduePayment } from '@callpoint/contract/overdue-payment';
import { getCaller } from '../../http/auth/guard.ts';
import type { App } from '../../http/api/schemas.ts';
import { findOverdue } from '../../payments/overdue/overdue.ts';
import { isPaused } from '../../payments/overdue/paused-changes.ts';
import type { PaymentService } from '../../payments/provider/service.ts';
import { findNotice } from '../../payments/stop-notices/stop-notices.ts';

/** A subscriber's own overdue payment. */
export function overduePaymentRoutes(app: App, { service }: { service: PaymentService }): void {
  app.handle(overduePaymentCalls.get, async (request) => ({
    ok: true as const,
    data: await readOverdue(service, getCaller(request).id),
  }));
}

export async function readOverdue(
  { payments }: PaymentService,
  teamId: number,
): Promise<OverduePayment | null> {
  const overdue = await findOverdue(payments, teamId);
  if (!overdue) return null;
  const { since, amount, currency, pausedFrom: paused_from } = overdue;
  const notice = await findNotice(payments, teamId, overdue);
  const is_paused = isPaused(overdue, new Date());
  return { since, amount, currency, is_paused, paused_from, stop_after: notice?.stopAfter ?? null };
}
