import type { ButtonId } from './catalog.ts';
import { CHANNEL, CHANNELS, type Channel } from './channels/channels.ts';

/** The keys, limits and groups of escalation policies. Without schemas, so that a screen that only reads loads no validator. */

/** The setting with the policy of a button. */
export function escalationKey(buttonId: ButtonId): `escalation_${ButtonId}` {
  return `escalation_${buttonId}`;
}

export const ESCALATION_LIMITS = {
  steps: 10,
  /** Recipients of one step: groups and people. */
  recipients: 20,
  /** Minutes from the press, or from the start of a repeat, to a step. */
  minutes: 720,
  repeats: 10,
  procedure: 4000,
};

/** The channels with settings for each button. */
export const ROUTED_CHANNELS: Channel[] = CHANNELS.filter((channel) => CHANNEL[channel].routes.length > 0);
/** Channels that call people. */
export const CALL_CHANNELS: Channel[] = CHANNELS.filter((channel) => CHANNEL[channel].isCall);
/** The channels over which administrators are notified: only their email address is known. */
export const ADMINISTRATOR_CHANNELS: Channel[] = CHANNELS.filter(
  (channel) => CHANNEL[channel].addressKind === 'email',
);

/** Groups whose members a step notifies, as they are when the step starts. */
export const RECIPIENT_GROUPS = ['team', 'contacts', 'owner', 'consultancy', 'administrators'] as const;
export type RecipientGroup = (typeof RECIPIENT_GROUPS)[number];

/** The setting with the rules for voice calls: quiet hours, and who agreed to be called. */
export const VOICE_RULES = 'voice_rules';
