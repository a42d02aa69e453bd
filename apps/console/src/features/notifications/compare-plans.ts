import type { PreviewMessage, NotificationPreview } from '@callpoint/contract/notifications';

/** How a message compares with the saved settings: unchanged, new, with another text, or with another outcome. */
export type MessageChange = 'same' | 'new' | 'text' | 'outcome';

export interface PlanChanges {
  /** In the order of the plan. */
  messages: readonly { message: PreviewMessage; change: MessageChange }[];
  /** Messages that would no longer be planned. */
  removed: readonly PreviewMessage[];
  /** Whether the phone would show another text. */
  alert: boolean;
}

/** The effect of saving on one channel's messages, and on the text on the phone. */
export function comparePlans(
  saved: NotificationPreview,
  now: NotificationPreview,
  channel: PreviewMessage['channel'] | null,
): PlanChanges {
  const [before, after] = [saved, now].map(({ messages }) =>
    messages.filter((message) => message.channel === channel),
  ) as [PreviewMessage[], PreviewMessage[]];
  const counterpart = (message: PreviewMessage, others: readonly PreviewMessage[]) =>
    others.find(({ role, address }) => role === message.role && address === message.address);
  return {
    messages: after.map((message) => ({ message, change: changeOf(message, counterpart(message, before)) })),
    removed: before.filter((message) => !counterpart(message, after)),
    alert: saved.alert !== now.alert,
  };
}

function changeOf(message: PreviewMessage, before: PreviewMessage | undefined): MessageChange {
  if (!before) return 'new';
  if (before.state !== message.state || before.reason !== message.reason) return 'outcome';
  return before.text === message.text && before.subject === message.subject ? 'same' : 'text';
}
