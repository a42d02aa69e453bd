const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

/** What the history of a subscriber says about its subscription. */
export const historyTexts = {
  unknownPlan: 'a plan that is not in the list of plans',
  subscribed: (plan: string) => `Subscribed to ${plan}.`,
  second: (plan: string) =>
    `A second subscription was started: ${plan}. Both are charged: contact us to stop one of them.`,
  continues: (plan: string) => `Another subscription of this account continues. Its plan applies: ${plan}.`,
  planChanged: (plan: string) => `The plan was changed to ${plan}.`,
  /** @param end ISO 8601 */
  scheduled: (end: string) => `The subscription was scheduled to stop on ${day.format(new Date(end))}.`,
  resumed: 'The scheduled stop was undone: the subscription continues.',
  stopped: 'The subscription was stopped: back on the free plan.',
  endedAsScheduled: 'The subscription ended as scheduled: back on the free plan.',
  endedUnpaid: 'The subscription ended because its payment was overdue: back on the free plan.',
  endedUnknown:
    'Stopped by an administrator: the payment provider does not know this subscription. Back on the free plan.',
  paymentFailed: 'A payment failed: the subscription is overdue.',
  cardReplaced: 'The card on file was replaced.',
  paymentReceived: 'The overdue payment was received.',
  noticeStarted:
    'An administrator sent notice that the account may be stopped because its payment is overdue.',
  noticeWithdrawn: 'The notice that the account may be stopped was withdrawn.',
  stoppedUnpaid:
    'Blocked by an administrator because its payment was still overdue after seven days’ notice.',
};
