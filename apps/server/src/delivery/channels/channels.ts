import { perChannel, type Channel } from '@callpoint/contract/channels/channels';
import type { AdapterOptions, ChannelAdapters, ChannelDriver } from './channel.ts';
import { emailDriver } from './email/email-driver.ts';
import { smsDriver } from './sms/sms-driver.ts';

/** The server's part of every channel. */
export const DRIVER: Readonly<Record<Channel, ChannelDriver>> = { email: emailDriver, sms: smsDriver };

/** Opens the adapter of each channel that is configured. */
export function openAdapters(options: AdapterOptions): ChannelAdapters {
  return perChannel((channel) => DRIVER[channel].open(options));
}

/** The lane of a message: messages of one lane may be slow together. */
export function laneOf(channel: Channel, address: string): string {
  return DRIVER[channel].laneOf?.(address) ?? channel;
}
