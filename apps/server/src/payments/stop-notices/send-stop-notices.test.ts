import { expect, test } from 'vitest';
import { CONTACT, openOverdueShop } from '../../testing/payments/overdue-shop.ts';
import { sendStopNotices, type NoticeNeeds } from './send-stop-notices.ts';

const OWNER = 'owner@ridgeline.example';
const MINUTE = 60_000;
const DAY = 86_400_000;
const later = (ms: number) => new Date(Date.now() + ms);

const byRecipient = (mails: readonly { to: string; text: string; subject: string }[]) =>
  new Map(mails.map((mail) => [mail.to, mail]));

test('the owner and all safety contacts read what will happen, when, and how to prevent it', async () => {
  const { decide, runJob, mails, team } = await openOverdueShop(46);
  await decide('start/stopNotice');
  await runJob();
  const sent = byRecipient(mails);
  expect([...sent.keys()].toSorted()).toEqual([CONTACT, OWNER]);
  const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
  const stop = day.format(later(7 * DAY));
  for (const { subject, text } of mails) {
    expect(subject).toBe(`Callpoint alerts of Ridgeline may stop after ${stop}`);
    expect(text).toMatch(/The Callpoint payment of Ridgeline has been overdue since \w+ \d+, \d{4}/);
    expect(text).toContain(
      `If it is still not paid after ${stop}, we may stop the account. From then on, no one`,
    );
    expect(text).toContain('Until then all alerts continue.');
  }
  expect(sent.get(OWNER)?.text).toContain('($29.95)');
  expect(sent.get(OWNER)?.text).toContain(
    'replace the card on your profile: https://callpoint.example/app/my-profile',
  );
  expect(sent.get(CONTACT)?.text).not.toContain('$');
  expect(sent.get(CONTACT)?.text).toContain(
    `ask the owner of the account to pay: ${team.first_name} ${team.last_name}, ${OWNER}, ${team.phone}.`,
  );
});

test('of several processes, one sends each email, and each is sent once', async () => {
  const { decide, service, needs, mails } = await openOverdueShop(46);
  await decide('start/stopNotice');
  await Promise.all([1, 2, 3].map(() => sendStopNotices(service.payments, needs)));
  await sendStopNotices(service.payments, needs, { now: () => later(DAY) });
  expect(mails).toHaveLength(2);
});

test('a process that ends after the mail server’s response loses no notice: it is repeated with its Message-ID', async () => {
  const { server, decide, runJob, mails } = await openOverdueShop(46);
  await decide('start/stopNotice');
  await runJob();
  // As the rows are if the process ended before it stored that the emails were sent.
  await server.db
    .updateTable('stop_notice_email')
    .set({ sent_at: null, due_at: later(5 * MINUTE).toISOString(), attempts: 1 })
    .execute();
  expect(await runJob()).toBe(0);
  expect(await runJob(later(6 * MINUTE))).toBe(2);
  const ids = (to: string) => mails.filter((mail) => mail.to === to).map(({ messageId }) => messageId);
  expect(new Set(ids(OWNER)).size).toBe(1);
  expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(2);
});

test('an email that fails is repeated, and the seven days start after the last one', async () => {
  const { decide, runJob, rejected, mails, unpaidAccounts } = await openOverdueShop(46);
  rejected.add(CONTACT);
  await decide('start/stopNotice');
  expect(await runJob()).toBe(1);
  rejected.clear();
  expect(await runJob(later(MINUTE)), 'before the next attempt').toBe(0);
  const sentAt = later(2 * DAY);
  expect(await runJob(sentAt)).toBe(1);
  expect(mails.map(({ to }) => to)).toEqual([OWNER, CONTACT]);
  expect((await unpaidAccounts()).accounts[0].notice).toMatchObject({
    sent: 2,
    waiting: 0,
    failed: 0,
    stop_after: new Date(sentAt.getTime() + 7 * DAY).toISOString(),
  });
});

test('without email on the server the notice waits', async () => {
  const { decide, service, needs, runJob } = await openOverdueShop(46);
  await decide('start/stopNotice');
  expect(await sendStopNotices(service.payments, { ...needs, sendEmail: null })).toBe(0);
  expect(await runJob(later(9 * DAY))).toBe(2);
});

test('whoever may have been notified learns that the notice was withdrawn, and nobody else', async () => {
  const { decide, runJob, mails, rejected } = await openOverdueShop(46);
  rejected.add(CONTACT);
  await decide('start/stopNotice');
  await runJob();
  await decide('withdraw/stopNotice');
  rejected.clear();
  // The email to the contact was tried, so it may have arrived.
  expect(await runJob(later(HOUR))).toBe(2);
  expect(mails.slice(1).map(({ subject }) => subject)).toEqual([
    'Callpoint alerts of Ridgeline continue',
    'Callpoint alerts of Ridgeline continue',
  ]);
  const other = await openOverdueShop(46);
  await other.decide('start/stopNotice');
  await other.decide('withdraw/stopNotice');
  expect([await other.runJob(), other.mails]).toEqual([0, []]);
});

test('a payment ends the notice: emails that wait are not sent', async () => {
  const { server, provider, decide, runJob, pay, mails, rejected } = await openOverdueShop(46);
  rejected.add(CONTACT);
  await decide('start/stopNotice');
  await runJob();
  await pay();
  await provider.deliverNew(`${server.url}/hooks/stripe`);
  rejected.clear();
  expect(await runJob(later(DAY))).toBe(0);
  expect(mails.map(({ to }) => to)).toEqual([OWNER]);
  expect(await server.db.selectFrom('stop_notice').select(['outcome']).execute()).toEqual([
    { outcome: 'lapsed' },
  ]);
});

test('an owner whose address is corrected is notified there, and has the full seven days', async () => {
  const { server, team, decide, runJob, ageNotice, mails, unpaidAccounts } = await openOverdueShop(46);
  await decide('start/stopNotice');
  expect(await runJob()).toBe(2);
  await ageNotice(8);
  const correct = async (email: string) =>
    await server.db.updateTable('team').set({ email }).where('id', '=', team.id).execute();
  const notice = async () => (await unpaidAccounts()).accounts[0].notice;
  await correct('OWNER@ridgeline.example');
  expect(await runJob(), 'another spelling').toBe(0);
  expect(await notice()).toMatchObject({ can_stop: true });

  await correct('new-owner@ridgeline.example');
  expect(await notice()).toMatchObject({ waiting: 1, can_stop: false });
  expect((await decide('stop/unpaidAccount'))[0]).toBe(409);
  const sentAt = new Date();
  expect(await runJob(sentAt)).toBe(1);
  expect(await runJob(later(DAY)), 'sent once').toBe(0);
  expect(mails.at(-1)?.to).toBe('new-owner@ridgeline.example');
  expect(mails.at(-1)?.text).toContain('replace the card on your profile');
  expect(await notice()).toMatchObject({
    sent: 3,
    waiting: 0,
    failed: 0,
    can_stop: false,
    stop_after: new Date(sentAt.getTime() + 7 * DAY).toISOString(),
  });
  expect((await decide('stop/unpaidAccount'))[0]).toBe(409);
  await ageNotice(6.9);
  expect((await decide('stop/unpaidAccount'))[0]).toBe(409);
  await ageNotice(7.1);
  expect(await decide('stop/unpaidAccount')).toEqual([200, 'The account is stopped.']);
});

test('an address that was corrected before its email was sent receives nothing any more', async () => {
  const { server, decide, runJob, rejected, mails, unpaidAccounts } = await openOverdueShop(46);
  rejected.add(OWNER);
  await decide('start/stopNotice');
  expect(await runJob()).toBe(1);
  await server.db.updateTable('team').set({ email: 'new-owner@ridgeline.example' }).execute();
  rejected.clear();
  expect(await runJob(later(HOUR))).toBe(1);
  expect(await runJob(later(DAY))).toBe(0);
  expect(mails.map(({ to }) => to)).toEqual([CONTACT, 'new-owner@ridgeline.example']);
  expect((await unpaidAccounts()).accounts[0].notice).toMatchObject({ sent: 2, waiting: 0, failed: 1 });
  await decide('withdraw/stopNotice');
  // The first email was tried, so it may have arrived.
  expect(await runJob(later(2 * DAY))).toBe(3);
});

test('a safety contact that becomes the owner, and an owner that returns, are notified as the owner', async () => {
  const { server, decide, runJob, ageNotice, mails, unpaidAccounts } = await openOverdueShop(46);
  await decide('start/stopNotice');
  await runJob();
  for (const email of [CONTACT, OWNER]) {
    await ageNotice(8);
    await server.db.updateTable('team').set({ email }).execute();
    expect(await runJob()).toBe(1);
    expect(mails.at(-1)).toMatchObject({ to: email, text: expect.stringContaining('on your profile') });
    expect((await unpaidAccounts()).accounts[0].notice).toMatchObject({ waiting: 0, can_stop: false });
  }
  expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(4);
});

const HOUR = 60 * MINUTE;

test('an email that is sent late in a run is not sent by another process too', async () => {
  const { decide, service, needs, mails } = await openOverdueShop(46);
  await decide('start/stopNotice');
  let at = Date.now();
  const now = () => new Date(at);
  const others: number[] = [];
  const slow: NoticeNeeds = {
    ...needs,
    async sendEmail(mail) {
      mails.push(mail);
      if (mails.length === 1) at += 6 * MINUTE;
      else others.push(await sendStopNotices(service.payments, needs, { now }));
    },
  };
  expect(await sendStopNotices(service.payments, slow, { now })).toBe(2);
  expect([others, mails.length]).toEqual([[0], 2]);
});
