/** One fault to inject: in `file` the text `find`, which occurs exactly once, becomes `inject`. */
export type Mutant = {
  name: string;
  file: string;
  find: string;
  inject: string;
  /** The test file that must then fail. */
  caughtBy: string;
};

const SERVER = 'apps/server/src';
const DELIVERY = `${SERVER}/delivery`;
const TESTS = 'apps/server/tests';

export const MUTANTS: readonly Mutant[] = [
  {
    name: 'the response to a press is sent before its commit',
    file: `${SERVER}/features/phone/phone.routes.ts`,
    find: 'const accepted = await acceptSubmissions(platform, channels, submissions, now, beforeCommit);',
    inject: `const stored = await platform.selectFrom('button_click').select((row) => row.fn.max('id').as('id')).execute();
    setTimeout(() => void acceptSubmissions(platform, channels, submissions, now, beforeCommit), 15);
    const accepted = submissions.map((it, at) => ({
      id: Number(stored[0]?.id ?? 0) + 1 + at, itemId: it.item.id, screenText: it.screenText, repeated: false,
    }));`,
    caughtBy: `${TESTS}/crash.test.ts`,
  },
  {
    name: 'SQLite does not wait for the disk',
    file: `${SERVER}/db/sqlite/sqlite-dialect.ts`,
    find: 'await this.log.wait();',
    inject: 'void this.log.wait();',
    caughtBy: `${SERVER}/db/sqlite/disk-waits.sqlite.test.ts`,
  },
  {
    name: 'no fence: a worker records a result for a message that was reclaimed',
    file: `${DELIVERY}/queue/record-results.ts`,
    find: 'and delivery.fence = result.fence and delivery.message_key',
    inject: 'and delivery.message_key',
    caughtBy: `${DELIVERY}/worker/worker-leases.test.ts`,
  },
  {
    name: 'SQLite does not wait for the disk, and the power fails',
    file: `${SERVER}/db/sqlite/log-sync.ts`,
    find: 'await this.#file.datasync();',
    inject: 'setTimeout(() => void this.#file?.datasync(), 20);',
    caughtBy: `${TESTS}/fsync-nightly.sqlite.test.ts`,
  },
  {
    name: 'no fence: a process that wakes sends messages that were reclaimed',
    file: `${DELIVERY}/worker/claimed-messages.ts`,
    find: 'leaseUntil: leaseUntil.getTime(),',
    inject: 'leaseUntil: Infinity,',
    caughtBy: `${TESTS}/interruption-nightly.postgres.test.ts`,
  },
  {
    name: 'ownership is not checked before the text of an email is sent',
    file: `${DELIVERY}/channels/email/fence-check.ts`,
    find: 'if (!this.#transfer.isOwned()) {',
    inject: 'if (Math.random() > 1) {',
    caughtBy: `${DELIVERY}/worker/worker-leases.test.ts`,
  },
  {
    name: 'no deduplication: the retry of a phone is a second press',
    file: `${SERVER}/features/phone/insert-submissions.ts`,
    find: '    client_id: submission.clientId,',
    inject: '    client_id: `${submission.clientId} ${Math.random()}`,',
    caughtBy: `${SERVER}/features/phone/phone.test.ts`,
  },
  {
    name: 'the notification plan omits a recipient',
    file: 'packages/alerts/src/plan/recipients.ts',
    find: 'return [...found.values()];',
    inject: 'return [...found.values()].slice(0, 2);',
    caughtBy: 'packages/alerts/src/plan/notification-plan.test.ts',
  },
  {
    name: 'the outbox omits a planned message',
    file: `${DELIVERY}/queue/outbox.ts`,
    find: 'submission.messages.map((message)',
    inject: 'submission.messages.slice(0, 3).map((message)',
    caughtBy: `${TESTS}/delivery/notification-plan.property.test.ts`,
  },
  {
    name: 'a permanent rejection is retried',
    file: `${DELIVERY}/queue/next-state.ts`,
    find: '      return failed(reason);',
    inject: '      return retryLater(message, reason, endedAt, random);',
    caughtBy: `${TESTS}/delivery/fault-mix.test.ts`,
  },
  {
    name: 'the schedule skips its second wait',
    file: `${DELIVERY}/channels/retry-policy.ts`,
    find: 'waits[attempts - 1]',
    inject: 'waits[attempts]',
    caughtBy: `${DELIVERY}/channels/retry-policy.test.ts`,
  },
  {
    name: 'messages of a dead worker are not reclaimed',
    file: `${DELIVERY}/queue/reclaim.ts`,
    find: "from delivery where state = 'sending' and",
    inject: "from delivery where state = 'nothing' and",
    caughtBy: `${DELIVERY}/worker/worker-leases.test.ts`,
  },
  {
    name: 'each attempt has another message id',
    file: `${DELIVERY}/channels/email/smtp.ts`,
    find: '`${email.messageId}@${host}`',
    inject: '`${email.messageId}${Math.random()}@${host}`',
    caughtBy: `${DELIVERY}/worker/worker.test.ts`,
  },
  {
    name: 'an emergency has no priority',
    file: `${DELIVERY}/queue/outbox.ts`,
    find: 'priority: emergency ? 0 : 1',
    inject: 'priority: 1',
    caughtBy: `${DELIVERY}/worker/worker.test.ts`,
  },
  {
    name: 'a claim reads all messages that wait for a full lane',
    file: `${DELIVERY}/queue/claim-within-lanes.ts`,
    find: 'const WINDOW = 250;',
    inject: 'const WINDOW = 250_000;',
    caughtBy: `${DELIVERY}/queue/claim-within-lanes.test.ts`,
  },
  {
    name: 'presses wait for the database although there are too many',
    file: `${SERVER}/http/admission/press-admission.ts`,
    find: 'if (!limit.isReached(key, false)) {',
    inject: 'if (!limit.isReached(key, true)) {',
    caughtBy: `${SERVER}/http/admission/press-admission.test.ts`,
  },
  {
    name: 'a slow host uses every slot',
    file: `${DELIVERY}/worker/lane-health.ts`,
    find: 'Math.floor(concurrency / 2)',
    inject: 'concurrency',
    caughtBy: `${DELIVERY}/worker/lane-health.test.ts`,
  },
  {
    name: 'a host that breaks connections affects the other hosts',
    file: `${DELIVERY}/worker/dispatcher.ts`,
    find: 'return isolatedConcurrency > 0 && !urgent &&',
    inject: 'return isolatedConcurrency > 100 && !urgent &&',
    caughtBy: `${DELIVERY}/worker/worker-lanes.test.ts`,
  },
  {
    name: 'a number that replied STOP gets its SMS',
    file: `${DELIVERY}/channels/sms/sms.ts`,
    find: 'if (await isStopped(message.address))',
    inject: 'if (await isStopped(""))',
    caughtBy: `${DELIVERY}/channels/sms/sms.test.ts`,
  },
  {
    name: 'receipts without a signature count',
    file: `${SERVER}/features/provider-hooks/provider-hooks.routes.ts`,
    find: 'if (isSigned(callOf(request))) return;',
    inject: 'if (isSigned(callOf(request)) || path) return;',
    caughtBy: `${SERVER}/features/provider-hooks/sms.test.ts`,
  },
  {
    name: 'old texts are deleted while the message is in flight',
    file: `${DELIVERY}/queue/retention.ts`,
    find: "state === 'pending' || state === 'sending'",
    inject: "state === 'nothing'",
    caughtBy: `${DELIVERY}/queue/retention.test.ts`,
  },
];
