/** Delivery statuses of the messages about a submission. Without schemas, so that the console loads none. */
export const MESSAGE_STATUSES = ['failed', 'held', 'pending', 'delivered', 'sent', 'none'] as const;
export type MessageStatus = (typeof MESSAGE_STATUSES)[number];
