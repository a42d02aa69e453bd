import { pino } from 'pino';
import { DAY } from '../../scheduling/durations.ts';
import { followStopNotices } from '../../payments/stop-notices/follow-stop-notices.ts';
import { sendStopNotices, type NoticeNeeds } from '../../payments/stop-notices/send-stop-notices.ts';
import { changeSettings } from '../../factories/configuration.ts';
import { openShop } from './shop.ts';

type Mail = Parameters<NonNullable<NoticeNeeds['sendEmail']>>[0];

export const CONTACT = 'foreman@ridgeline.example';

/**
 * A shop whose subscriber has safety contacts, and whose renewal was declined `days` ago (up to four more: months
 * differ), so that its payment is overdue; the job of stop notices with a mailbox that can reject addresses.
 */
export async function openOverdueShop(days: number) {
  const start = new Date(Date.now() - (32 + days) * DAY);
  const shop = await openShop({ start, afterRetries: 'past_due' });
  const { provider, server, service, team, token, adminToken, buyer } = shop;
  await changeSettings(server.db, team.id, {
    contact_person: JSON.stringify([
      { name: 'Foreman', phone: '+1 202 555 0143', email: CONTACT },
      // The owner receives one email, and a contact without an address none.
      { name: 'Owner', phone: '', email: 'Owner@Ridgeline.example' },
      { name: 'Gate', phone: '+1 202 555 0144', email: '' },
    ]),
  });
  const subscription = await buyer.buy();
  provider.decideCharges(() => 'declined');
  for (const passed of [32, days]) {
    provider.advance(passed);
    await provider.deliverNew(`${server.url}/hooks/stripe`);
  }

  const mails: Mail[] = [];
  const rejected = new Set<string>();
  const needs: NoticeNeeds = {
    publicUrl: 'https://callpoint.example',
    log: pino({ level: 'silent' }),
    async sendEmail(mail) {
      if (rejected.has(mail.to)) throw new Error('the mailbox is full');
      mails.push(mail);
    },
  };
  const decide = async (what: 'start/stopNotice' | 'withdraw/stopNotice' | 'stop/unpaidAccount') => {
    const { status, body } = await server.post(`/api/v1/${what}`, {
      token: adminToken,
      body: { team_id: team.id },
    });
    return [status, body.msg];
  };
  return {
    ...shop,
    subscription,
    mails,
    rejected,
    needs,
    decide,
    /** Runs the periodic job. Returns how many emails it sent. */
    async runJob(now = new Date()) {
      await followStopNotices(service, needs.log, { now });
      return await sendStopNotices(service.payments, needs, { now: () => now });
    },
    /** As if the notice and its emails were sent `ago` days ago. */
    async ageNotice(ago: number) {
      const at = new Date(Date.now() - ago * DAY).toISOString();
      await server.db.updateTable('stop_notice').set({ started_at: at }).execute();
      await server.db
        .updateTable('stop_notice_email')
        .set({ sent_at: at })
        .where('sent_at', 'is not', null)
        .execute();
    },
    /** The subscriber pays the overdue invoice at the provider, whose events are lost. */
    async pay() {
      const stripe = await service.open();
      const { latest_invoice: invoice } = await stripe.subscriptions.retrieve(subscription);
      provider.decideCharges();
      await stripe.invoices.pay(typeof invoice === 'string' ? invoice : (invoice?.id ?? ''));
    },
    async unpaidAccounts() {
      return (await server.get('/api/v1/unpaidAccounts', { token: adminToken })).body.data;
    },
    async overduePayment() {
      return (await server.get('/tapi/v1/overduePayment', { token })).body.data;
    },
  };
}
