import { channelVariables } from '../../../config/variables.ts';
import type { ChannelDriver } from '../channel.ts';
import { HOUR, RETRY_WAITS } from '../retry-schedule.ts';
import { createPushAdapter } from './push.ts';

/** Web Push. It has no settings: the server creates its keys, see `push-keys.ts`. */
export const pushDriver: ChannelDriver<object> = {
  variables: channelVariables({}, () => ({})),
  open: (_settings, { push, publicUrl }) => push && createPushAdapter({ ...push, publicUrl }),
  summary: () => 'Push    sent to browsers and phones that allow notifications',
  laneOf: null,
  retry: { waits: RETRY_WAITS, thenEvery: HOUR, giveUpAfter: HOUR },
  acceptanceProvesAddress: false,
  acceptedText: ({ provider_text }) => `Accepted for ${provider_text}.`,
  receiptText: null,
};
