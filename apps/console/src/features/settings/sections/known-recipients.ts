import { useQuery } from '@tanstack/react-query';
import type { Item } from '@callpoint/contract/catalog';
import { isEmailAddress } from '@callpoint/contract/fields';
import { CONTACT_PERSON } from '@callpoint/contract/setting-keys';
import type { SettingKind } from '@callpoint/contract/setting-kinds';
import { contacts as contactsSchema, settingValue, type Contact } from '@callpoint/contract/setting-values';
import type { RecipientMark } from '../../../form/fields/recipients-field.tsx';
import { api } from '../../../net/api.ts';
import { REACHABILITY } from '../../../net/query-keys.ts';
import type { SettingRows } from '../settings.api.ts';

export type KnownRecipients = ReturnType<typeof useKnownRecipients>;

/** What is known about recipients: the names of safety contacts, who has bounced or replied STOP, and what else stops messages. */
export function useKnownRecipients(item: Item | undefined, rows: SettingRows) {
  const people = readPeople(rows[CONTACT_PERSON]?.setting_value ?? '[]');
  const { data: reach, isLoading } = useQuery({
    queryKey: [...REACHABILITY, 'self'],
    queryFn: async ({ signal }) => (await api.get('/tapi/v1/reachability', { query: {}, signal })).data,
    enabled: item !== undefined,
    staleTime: 0,
  });
  const reasons = reach?.items.find(({ kind, id }) => kind === item?.kind && id === item.id)?.reasons ?? [];

  /** Addresses are the same in any case, numbers in any format. */
  const key = (address: string) =>
    isEmailAddress(address) ? address.toLowerCase() : address.replaceAll(/[^\d]/g, '');
  function nameOf(address: string): string | null {
    const wanted = key(address);
    const found = people.find(
      ({ email, phone }) => wanted !== '' && [email, phone].some((own) => key(own) === wanted),
    );
    return found?.name || null;
  }
  function markOf(kind: SettingKind, address: string): RecipientMark | null {
    if (!settingValue(kind).safeParse(address).success) return 'invalid';
    const reason = reasons.find((one) => one.address !== undefined && key(one.address) === key(address));
    return reason?.kind === 'stopped' || reason?.kind === 'bounced' ? reason.kind : null;
  }
  /** The channels whose messages would be held, with the reason. */
  const held = new Map(
    reasons.flatMap(({ channel, text }) => (channel === undefined ? [] : [[channel, text] as const])),
  );
  /** Sentences about everything that chips and channels do not show. */
  const others = reasons
    .filter((reason) => reason.channel === undefined && reason.address === undefined)
    .map(({ text }) => text);
  return {
    /** The list of recipients is still short: it must not push the fields down later. */
    isLoading,
    nameOf,
    markOf,
    held,
    others,
    /** The app rejects the item: no one gets a message about it. */
    isItemOff: reasons.some(({ kind }) => kind === 'switched-off'),
  };
}

function readPeople(value: string): readonly Contact[] {
  try {
    return contactsSchema.safeParse(JSON.parse(value)).data ?? [];
  } catch {
    return [];
  }
}
