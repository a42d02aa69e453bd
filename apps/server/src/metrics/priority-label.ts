/** The values of the label `priority` of messages: those of emergencies, which are sent first, and all others. */
export const PRIORITIES = ['emergency', 'other'] as const;
export type PriorityLabel = (typeof PRIORITIES)[number];

/** @param priority as `delivery.priority` stores it */
export function priorityLabel(priority: number): PriorityLabel {
  return priority === 0 ? 'emergency' : 'other';
}
