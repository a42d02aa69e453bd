/**
 * The statuses that lists of submissions are filtered by: delivery statuses of the messages about a submission, and
 * whether someone opened it. Without schemas, so that the console loads none.
 */
export const MESSAGE_STATUSES = ['failed', 'held', 'pending', 'sent', 'delivered', 'opened', 'none'] as const;
export type MessageStatus = (typeof MESSAGE_STATUSES)[number];
