import type { Route } from '@callpoint/alerts/plan/routes';
import type { Item } from '@callpoint/contract/catalog';
import { notificationKey } from '@callpoint/contract/setting-keys';
import { SETTINGS } from '@callpoint/contract/setting-kinds';
import { splitList } from '@callpoint/contract/split-list';
import { readableNumber } from '../../../display/readable-number.ts';
import { recipientTexts as texts } from '../../../texts/recipients.ts';
import type { KnownRecipients } from '../sections/known-recipients.ts';

/** Whether a message would be sent: `bad` if someone who should get it would not, `held` if the server can't send any. */
export interface RouteStatus {
  level: 'good' | 'bad' | 'held' | 'off';
  word: string;
  detail: string;
  /** Recipients who would not get the message. */
  unreached: number;
}

/** The status of each step of an item that the app rejects. */
export const ITEM_OFF: RouteStatus = { level: 'off', word: texts.no, detail: texts.itemOff, unreached: 0 };

/** Who would get the messages of a route, with the values on the screen. */
export function routeStatus(
  { channel, role, list, switchedBy }: Route,
  item: Item,
  valueOf: (key: string) => string,
  { nameOf, markOf, held, isItemOff }: KnownRecipients,
): RouteStatus {
  if (isItemOff) return ITEM_OFF;
  if (switchedBy !== null && valueOf(notificationKey(switchedBy, item)) !== 'yes') {
    return { level: 'off', word: texts.no, detail: texts.off, unreached: 0 };
  }
  const recipients = list === null ? [] : splitList(valueOf(notificationKey(list, item)));
  // Also while the server can't send: no recipient would get the message afterwards either.
  if (list !== null && recipients.length === 0) {
    return { level: 'bad', word: texts.no, detail: texts.none, unreached: 0 };
  }
  const isHeld = held.has(channel);
  if (list === null) {
    const detail = role === 'user' ? texts.ownAddress : texts.byPlatform;
    return { level: isHeld ? 'held' : 'good', word: isHeld ? texts.held : texts.yes, detail, unreached: 0 };
  }
  const key = notificationKey(list, item);
  const kind = SETTINGS.get(key);
  const marks = recipients.map((address) => (kind ? markOf(kind, address) : null));
  const count = (mark: string) => marks.filter((one) => one === mark).length;
  const reached = recipients.filter((_, index) => marks[index] === null);
  const problems = texts.unreached(count('bounced'), count('stopped'), count('invalid'));
  // A name may contain a comma: `Ann Lee, night desk`.
  const names = reached.map((address) => nameOf(address) ?? readableNumber(address)).join('; ');
  if (isHeld && problems === '') return { level: 'held', word: texts.held, detail: names, unreached: 0 };
  return {
    level: reached.length === recipients.length ? 'good' : 'bad',
    word: texts.count(reached.length, recipients.length),
    detail: problems || names,
    unreached: recipients.length - reached.length,
  };
}
