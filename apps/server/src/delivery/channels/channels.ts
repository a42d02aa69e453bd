import { CHANNELS, perChannel, type Channel } from '@callpoint/contract/channels/channels';
import type { AdapterOptions, ChannelAdapters, ChannelDriver } from './channel.ts';
import { emailDriver } from './email/email-driver.ts';
import type { ProviderHook } from './provider-hook.ts';
import { pushDriver } from './push/push-driver.ts';
import { smsDriver } from './sms/sms-driver.ts';
import { voiceDriver } from './voice/voice-driver.ts';

const ALL = { email: emailDriver, sms: smsDriver, voice: voiceDriver, push: pushDriver } satisfies Record<
  Channel,
  ChannelDriver<unknown>
>;

/** The server's part of every channel. */
export const DRIVER: Readonly<Record<Channel, ChannelDriver<unknown>>> = ALL;

/** The settings of each channel from the environment; null: it is not configured. */
export type ChannelSettings = {
  readonly [Name in Channel]: ReturnType<(typeof ALL)[Name]['variables']['read']>;
};

/** Opens the adapter of each channel that is configured. */
export function openAdapters(settings: ChannelSettings, options: AdapterOptions): ChannelAdapters {
  return perChannel((channel) => {
    const own = settings[channel];
    return own === null ? null : DRIVER[channel].open(own, options);
  });
}

/** The webhooks of the configured channels' providers; channels without one are omitted. */
export function openHooks(settings: ChannelSettings): { channel: Channel; hooks: ProviderHook[] }[] {
  return CHANNELS.flatMap((channel) => {
    const own = settings[channel];
    const hooks = own === null ? [] : (DRIVER[channel].hooks?.(own) ?? []);
    return hooks.length > 0 ? [{ channel, hooks }] : [];
  });
}

/** Our from-number that people reply STOP to; null if no channel with opt-outs is configured. */
export function optOutNumber(settings: ChannelSettings): string | null {
  for (const channel of CHANNELS) {
    const own = settings[channel];
    const number = own === null ? null : (DRIVER[channel].optOutNumber?.(own) ?? null);
    if (number !== null) return number;
  }
  return null;
}

/** The lane of a message: messages of one lane may be slow together. */
export function laneOf(channel: Channel, address: string): string {
  return DRIVER[channel].laneOf?.(address) ?? channel;
}
