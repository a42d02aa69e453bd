import type { ChannelDriver } from '../channel.ts';
import { examineTwilio } from '../twilio/examine-twilio.ts';
import { HOUR, MIN_RETRY_WAIT } from '../retry-schedule.ts';
import { voiceHooks } from './voice-hooks.ts';
import { voiceVariables } from './voice-variables.ts';
import { createVoiceAdapter, type VoiceSettings } from './voice.ts';

/** Voice calls through Twilio. */
export const voiceDriver: ChannelDriver<VoiceSettings> = {
  variables: voiceVariables,
  open(settings, { publicUrl, reasonNotToCall }) {
    if (publicUrl === null) throw new Error('without a public URL, voice has no settings');
    return createVoiceAdapter({ settings, publicUrl, reasonNotToCall });
  },
  summary(settings, publicUrl) {
    if (settings) return `Voice   calls over Twilio from ${settings.from}`;
    return publicUrl === null
      ? 'Voice   held: set PUBLIC_URL, which receives the keys that people press, and the settings of SMS'
      : 'Voice   held: set the settings of SMS, and TWILIO_VOICE_FROM if SMS are not sent from a number';
  },
  examine: examineTwilio,
  hooks: voiceHooks,
  laneOf: null,
  // A call that comes late helps no one: the next step of the escalation has started by then.
  retry: {
    waits: [0, MIN_RETRY_WAIT, 3 * MIN_RETRY_WAIT],
    thenEvery: 6 * MIN_RETRY_WAIT,
    giveUpAfter: HOUR / 12,
  },
  acceptanceProvesAddress: false,
  acceptedText: ({ provider_id, provider_text }) => `Twilio calls as ${provider_id}: ${provider_text}`,
  receiptText: ({ provider_id, provider_text }) => `Twilio: ${provider_id} ${provider_text}`,
};
