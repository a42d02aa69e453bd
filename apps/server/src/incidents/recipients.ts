import type { Channel } from '@callpoint/contract/channels/channels';

/** A recipient of an incident's messages. `person` is the same for all addresses of one person. */
export type IncidentRecipient = {
  channel: Channel;
  role: string;
  name: string | null;
  person: string;
  address: string;
};
