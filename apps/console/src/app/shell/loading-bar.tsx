import { useEffect } from 'react';
import { useIsLoadingPage } from '../../links/location.ts';
import { stopLoading } from '../../links/navigation.ts';
import { useConnection } from '../../net/connection.ts';
import { alerts } from '../../states/alerts.ts';
import { pageErrorTexts } from '../../texts/page-errors.ts';
import classes from './frame.module.css';

interface LoadingBarProps {
  /** False: someone has signed in or out, and the current page is over. */
  canStay?: boolean;
}

/**
 * Shows that the next page is loading; the current one stays until then, and the new heading announces the change. A note
 * says so if the server does not respond.
 */
export function LoadingBar({ canStay = false }: LoadingBarProps) {
  const isLoading = useIsLoadingPage();
  const state = useConnection();
  const reason = state === 'offline' || state === 'unreachable' ? pageErrorTexts[state] : null;
  const note = isLoading && reason !== null ? `${reason}. ${pageErrorTexts.opensLater}` : null;

  useEffect(() => {
    if (note === null) return undefined;
    alerts.info(note, canStay ? { label: pageErrorTexts.stay, onSelect: stopLoading } : undefined);
    // Someone who continues to type wants to stay.
    if (canStay) document.addEventListener('input', stopLoading);
    return () => {
      document.removeEventListener('input', stopLoading);
      alerts.clear();
    };
  }, [note, canStay]);

  return isLoading ? <div aria-hidden className={classes['loading']} /> : null;
}
