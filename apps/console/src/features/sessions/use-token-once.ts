import { useEffect, useState } from 'react';
import { useSearch } from '../../links/location.ts';

/**
 * The token of an emailed link; empty without one. It is removed from the address bar immediately: it must not stay in
 * the history or be sent as a referrer.
 */
export function useTokenOnce(): string {
  const address = useSearch();
  const [token] = useState(() => address.get('token') ?? '');
  useEffect(() => {
    if (token !== '') window.history.replaceState(window.history.state, '', window.location.pathname);
  }, [token]);
  return token;
}
