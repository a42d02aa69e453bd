import type { Channel } from '@callpoint/alerts/messages';

/** Which way a message goes: messages of one lane may be slow together. For e-mail it is the host that receives it. */
export function laneOf(channel: Channel, address: string): string {
  return channel === 'email' ? address.slice(address.lastIndexOf('@') + 1).toLowerCase() : channel;
}
