import { perChannel } from '@callpoint/contract/channels/channels';

/** For tests and the demo, which name only the channels that they use. */

/** No channel is configured. */
export const NO_CHANNELS = perChannel(() => false);
/** No channel has an adapter. */
export const NO_ADAPTERS = perChannel(() => null);
