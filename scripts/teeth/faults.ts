/** One fault to plant: in `file` the text `find`, which is there exactly once, becomes `plant`. */
export type Planted = {
  name: string;
  file: string;
  find: string;
  plant: string;
  /** The test file that must fail then. */
  caughtBy: string;
};

const SERVER = 'apps/server/src';
const DELIVERY = `${SERVER}/delivery`;

export const PLANTED: readonly Planted[] = [
  {
    name: 'a press is answered before its commit',
    file: `${SERVER}/features/phone/phone.routes.ts`,
    find: 'const accepted = await acceptSubmissions(db, channels, submissions, now);',
    plant: `const stored = await db.selectFrom('button_click').select((row) => row.fn.max('id').as('id')).execute();
    setTimeout(() => void acceptSubmissions(db, channels, submissions, now), 15);
    const accepted = submissions.map((it, at) => ({
      id: Number(stored[0]?.id ?? 0) + 1 + at, itemId: it.item.id, screenText: it.screenText, repeated: false,
    }));`,
    caughtBy: `${SERVER}/crash.test.ts`,
  },
  {
    name: 'SQLite does not wait for the disk',
    file: `${SERVER}/db/sqlite.ts`,
    find: 'synchronous = full',
    plant: 'synchronous = normal',
    caughtBy: `${SERVER}/db/migrate.test.ts`,
  },
  {
    name: 'no fence: a worker records a result for a message that was taken over',
    file: `${DELIVERY}/record.ts`,
    find: 'and delivery.fence = result.fence and delivery.state',
    plant: 'and delivery.state',
    caughtBy: `${DELIVERY}/worker-leases.test.ts`,
  },
  {
    name: 'SQLite does not wait for the disk, and the power fails',
    file: `${SERVER}/db/sqlite.ts`,
    find: 'synchronous = full',
    plant: 'synchronous = normal',
    caughtBy: `${SERVER}/fsync-nightly.sqlite.test.ts`,
  },
  {
    name: 'no fence: a process that wakes goes on sending what was taken over',
    file: `${DELIVERY}/holdings.ts`,
    find: 'leaseUntil: leaseUntil.getTime(),',
    plant: 'leaseUntil: Infinity,',
    caughtBy: `${SERVER}/stop-nightly.postgres.test.ts`,
  },
  {
    name: 'a mail is not asked for before its text leaves',
    file: `${DELIVERY}/channels/asked-at-last.ts`,
    find: 'if (this.#handover.isOurs()) return true;',
    plant: 'return true;',
    caughtBy: `${DELIVERY}/worker-leases.test.ts`,
  },
  {
    name: 'no dedup: a phone that asks again presses again',
    file: `${SERVER}/features/phone/insert-submissions.ts`,
    find: '    client_id: submission.clientId,',
    plant: '    client_id: `${submission.clientId} ${Math.random()}`,',
    caughtBy: `${SERVER}/features/phone/phone.test.ts`,
  },
  {
    name: 'the plan forgets a recipient',
    file: 'packages/alerts/src/recipients.ts',
    find: 'return [...found.values()];',
    plant: 'return [...found.values()].slice(0, 2);',
    caughtBy: 'packages/alerts/src/plan.test.ts',
  },
  {
    name: 'the outbox forgets a planned message',
    file: `${DELIVERY}/outbox.ts`,
    find: 'submission.messages.map((message)',
    plant: 'submission.messages.slice(0, 3).map((message)',
    caughtBy: `${DELIVERY}/plan-is-sent.property.test.ts`,
  },
  {
    name: 'what is refused for good is tried again',
    file: `${DELIVERY}/verdict.ts`,
    find: '      return failed(reason);',
    plant: '      return tryLater(tried, reason, endedAt, random);',
    caughtBy: `${DELIVERY}/fault-mix.test.ts`,
  },
  {
    name: 'the schedule skips its second wait',
    file: `${DELIVERY}/retry.ts`,
    find: 'waits[attempts - 1]',
    plant: 'waits[attempts]',
    caughtBy: `${DELIVERY}/retry.test.ts`,
  },
  {
    name: 'nobody takes over what a dead worker left',
    file: `${DELIVERY}/take-over.ts`,
    find: "from delivery where state = 'sending' and",
    plant: "from delivery where state = 'nothing' and",
    caughtBy: `${DELIVERY}/worker-leases.test.ts`,
  },
  {
    name: 'each attempt is another mail to the receiver',
    file: `${DELIVERY}/channels/smtp.ts`,
    find: '`<${mail.messageId}@${host}>`',
    plant: '`<${mail.messageId}${Math.random()}@${host}>`',
    caughtBy: `${DELIVERY}/worker.test.ts`,
  },
  {
    name: 'an emergency waits in line',
    file: `${DELIVERY}/outbox.ts`,
    find: 'priority: emergency ? 0 : 1',
    plant: 'priority: 1',
    caughtBy: `${DELIVERY}/worker.test.ts`,
  },
  {
    name: 'a slow host takes every place',
    file: `${DELIVERY}/ill-lanes.ts`,
    find: 'Math.floor(atOnce / 2)',
    plant: 'atOnce',
    caughtBy: `${DELIVERY}/ill-lanes.test.ts`,
  },
  {
    name: 'a host that breaks connections breaks those of the others',
    file: `${DELIVERY}/departures.ts`,
    find: 'return apart > 0 && !urgent &&',
    plant: 'return apart > 100 && !urgent &&',
    caughtBy: `${DELIVERY}/worker-lanes.test.ts`,
  },
  {
    name: 'a number that said STOP gets its SMS',
    file: `${DELIVERY}/channels/sms.ts`,
    find: 'if (await isStopped(message.address))',
    plant: 'if (await isStopped(""))',
    caughtBy: `${DELIVERY}/channels/sms.test.ts`,
  },
  {
    name: 'receipts from anybody count',
    file: `${SERVER}/features/sms/sms.routes.ts`,
    find: 'if (isSigned) return;',
    plant: 'if (isSigned || url !== "") return;',
    caughtBy: `${SERVER}/features/sms/sms.test.ts`,
  },
  {
    name: 'old texts go while the message is on its way',
    file: `${DELIVERY}/retention.ts`,
    find: "state === 'pending' || state === 'sending'",
    plant: "state === 'nothing'",
    caughtBy: `${DELIVERY}/retention.test.ts`,
  },
];
