import type { ListDefaults } from '../../lib/list-state.ts';
import { SUBMISSION_SORTS } from './common-columns.tsx';

/** How a list of submissions begins: the newest first, of all days. */
export const LIST_DEFAULTS: ListDefaults<string, 'from' | 'to'> = {
  sorts: SUBMISSION_SORTS,
  sort: 'id',
  order: 'desc',
  filters: ['from', 'to'],
};
