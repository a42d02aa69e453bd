import type { Contact } from '@callpoint/contract/setting-values';
import { contactText } from '../../display/contact-text.ts';
import { readableNumber } from '../../display/readable-number.ts';
import { versionTexts as texts } from '../../texts/versions.ts';
import { contactTexts } from '../../texts/safety-contacts.ts';

/** The difference of two lists in words: what was added, removed and changed, and the order. */

/** An item of the old list, and the same item of the current list. */
type Pair<Item> = readonly [old: Item, current: Item];

interface Match<Item> {
  pairs: Pair<Item>[];
  removed: Item[];
  added: Item[];
}

const PARTS = ['name', 'email', 'phone'] as const;

export function listDifference(old: readonly string[], current: readonly string[]): string[] {
  const match = findSame(
    { pairs: [], removed: [...old], added: [...current] },
    (one, other) => one === other,
  );
  const text = (recipients: readonly string[]) => recipients.map(readableNumber).join(', ');
  return orSpacing([
    ...(match.added.length > 0 ? [texts.added(text(match.added))] : []),
    ...(match.removed.length > 0 ? [texts.removed(text(match.removed))] : []),
    ...orderChange(match, old, current, readableNumber),
  ]);
}

/** People are the same if name, phone and email are, else if one of these is; otherwise they are compared by their position. */
export function contactsDifference(old: readonly Contact[], current: readonly Contact[]): string[] {
  const all = { pairs: [], removed: [...old], added: [...current] };
  const match = [
    (one: Contact, other: Contact) => PARTS.every((part) => one[part] === other[part]),
    (one: Contact, other: Contact) => PARTS.some((part) => one[part] !== '' && one[part] === other[part]),
    () => true,
  ].reduce(findSame<Contact>, all);
  return orSpacing([
    ...match.pairs.flatMap(([from, to]) => contactChanges(from, to)),
    ...match.added.map((one) => texts.added(contactText(one))),
    ...match.removed.map((one) => texts.removed(contactText(one))),
    ...orderChange(match, old, current, ({ name }) => name, contactText),
  ]);
}

/** Moves the items that are the same to the pairs. */
function findSame<Item>(
  { pairs, removed, added }: Match<Item>,
  isSame: (one: Item, other: Item) => boolean,
): Match<Item> {
  const rest = [...added];
  const found = removed.map((one) => {
    const at = rest.findIndex((other) => isSame(one, other));
    return at === -1 ? null : ([one, ...rest.splice(at, 1)] as unknown as Pair<Item>);
  });
  return {
    pairs: [...pairs, ...found.filter((pair) => pair !== null)],
    removed: removed.filter((_, index) => found[index] === null),
    added: rest,
  };
}

/** The order before and after, unless the remaining items kept it and new ones follow them. */
function orderChange<Item>(
  { pairs, added }: Match<Item>,
  old: readonly Item[],
  current: readonly Item[],
  ...labels: readonly [(item: Item) => string, ...((item: Item) => string)[]]
): string[] {
  const left = [...pairs];
  const kept = old.flatMap((one) => {
    const at = left.findIndex(([before]) => before === one);
    return at === -1 ? [] : left.splice(at, 1).map(([, after]) => after);
  });
  if ([...kept, ...added].every((one, index) => one === current[index])) return [];
  const orders = labels.map((label) => {
    const [from, to] = [old.map(label), current.map(label)];
    return { isClear: from.join() !== to.join() && ![...from, ...to].includes(''), from, to };
  });
  const { from, to } = orders.find(({ isClear }) => isClear) ?? orders.at(-1) ?? { from: [], to: [] };
  return [texts.reordered(listText(from), listText(to))];
}

/** Names in quotes, if one of them contains a comma. */
function listText(items: readonly string[]): string {
  const isClear = items.every((item) => !item.includes(','));
  return items.map((item) => (isClear ? item : `“${item}”`)).join(', ');
}

function orSpacing(sentences: string[]): string[] {
  return sentences.length > 0 ? sentences : [texts.spacing];
}

function contactChanges(from: Contact, to: Contact): string[] {
  const shown = (value: string) => (value === '' ? texts.empty : `“${readableNumber(value)}”`);
  return PARTS.filter((part) => from[part] !== to[part]).map((part) => {
    const who = part === 'name' || to.name === '' ? '' : `${to.name}: `;
    return `${who}${texts.partFrom(contactTexts.parts[part], shown(from[part]), shown(to[part]))}`;
  });
}
