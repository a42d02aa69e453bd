import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ConsoleRole } from '@callpoint/contract/permissions';
import { api } from '../../net/api.ts';

/** Milliseconds without typing before the server is asked. */
const PAUSE_MS = 200;
/** Fewer characters would find almost everything. */
const MIN_LENGTH = 2;

/** What the server finds for the typed text, after a pause in typing. */
export function useFind(role: ConsoleRole, typed: string) {
  const text = typed.trim();
  const [search, setSearch] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSearch(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const base = role === 'admin' ? '/api/v1' : '/tapi/v1';
  const enabled = search === text && text.length >= MIN_LENGTH;
  const { data, isFetching, isError } = useQuery({
    queryKey: ['find', base, text],
    queryFn: async ({ signal }) => (await api.get(`${base}/find`, { query: { search: text }, signal })).data,
    enabled,
    staleTime: 10_000,
  });
  return {
    found: data,
    isSearching: text.length >= MIN_LENGTH && !isError && (!enabled || isFetching),
    isFailed: enabled && isError,
  };
}
