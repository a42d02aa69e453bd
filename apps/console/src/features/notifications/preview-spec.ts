import type { Item } from '@callpoint/contract/catalog';
import type { Channel } from '@callpoint/contract/channels/channels';

/** One message as it would be sent; the texts are keys of templates. */
export type MessageSpec =
  | { shows: 'mail'; item: Item; subject: string; text: string }
  | { shows: 'text'; item: Item; channel: Channel; text: string }
  | { shows: 'screen'; item: Item; text: string };

/** What is previewed: a message, or the main screen of the phone. */
export type PreviewSpec = MessageSpec | { shows: 'dashboard' };
