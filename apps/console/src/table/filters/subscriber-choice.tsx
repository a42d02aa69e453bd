import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../../net/api.ts';
import { subscriberNameTexts } from '../../texts/subscriber-name.ts';
import { subscriberFilterTexts as texts } from '../../texts/subscriber-filter.ts';
import type { Choice } from './find-choices.ts';
import { TypedChoiceFilter } from './typed-choice-filter.tsx';

/** Milliseconds without typing before the server is asked. */
const PAUSE_MS = 200;
const SHOWN = 10;

export interface SubscriberChoiceProps {
  label: string;
  /** The id of the subscriber, as in the address; empty for all. */
  value: string;
  onChange: (value: string) => void;
}

/** One subscriber, found by its name, email address or number. */
export function SubscriberChoice({ label, value, onChange }: SubscriberChoiceProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const { choices, isSearching } = useFoundSubscribers(typed?.trim() ?? null);
  const name = useSubscriberName(value);
  return (
    <TypedChoiceFilter
      label={label}
      all={texts.all}
      value={value}
      onChange={onChange}
      choices={choices}
      search={{
        hint: texts.hint,
        chosen: name,
        none: isSearching ? texts.searching : texts.none,
        onTyped: setTyped,
      }}
    />
  );
}

/** The subscribers with a text, after a pause in typing; one with the typed number is first, also before the response. */
function useFoundSubscribers(text: string | null): { choices: Choice[]; isSearching: boolean } {
  const [search, setSearch] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setSearch(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const { data, isFetching } = useQuery({
    queryKey: ['subscriber filter', search],
    queryFn: async ({ signal }) => {
      const query = { per_page: SHOWN, ...(search ? { filter_search: search } : {}) };
      return (await api.get('/api/v1/listPaged/team', { query, signal })).items;
    },
    enabled: search !== null,
    staleTime: 10_000,
    placeholderData: keepPreviousData,
  });
  const isCurrent = search === text && !isFetching;
  const found = (isCurrent ? (data ?? []) : []).map(({ id, account_name }) => ({
    value: String(id),
    label: subscriberNameTexts.short(id, account_name),
  }));
  const id = Number(/^#?([1-9]\d{0,8})$/.exec(text ?? '')?.[1] ?? 0);
  if (id === 0) return { choices: found, isSearching: !isCurrent };
  const exact = found.find(({ value }) => value === String(id));
  const first = exact ?? { value: String(id), label: subscriberNameTexts.numberOnly(id) };
  return { choices: [first, ...found.filter((choice) => choice !== exact)], isSearching: !isCurrent };
}

/** The name and number of the chosen subscriber; only the number until the name is loaded. */
function useSubscriberName(value: string): string {
  const id = Number(value);
  const { data: name } = useQuery({
    queryKey: ['subscriber filter', 'name', id],
    queryFn: async ({ signal }) =>
      (await api.get('/api/v1/listPaged/team', { query: { filter_id: id }, signal })).items[0]
        ?.account_name ?? null,
    enabled: id > 0,
    staleTime: 60_000,
  });
  return name ? subscriberNameTexts.short(id, name) : subscriberNameTexts.numberOnly(id);
}
