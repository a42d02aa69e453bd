import { useEffect } from 'react';
import { api } from '../../net/api.ts';
import type { IncidentBase } from './incident-changes.ts';

/**
 * The team has seen the press: the phone shows it. An administrator's view does not count.
 * @param pressId null after its record was deleted
 */
export function useMarkPressOpened(base: IncidentBase, pressId: number | null): void {
  useEffect(() => {
    if (base === '/tapi/v1' && pressId !== null)
      api.post('/tapi/v1/open/button_click', { id: pressId }).catch(() => {});
  }, [base, pressId]);
}
