import type { ListDefaults } from '../../list/list-state.ts';

/** How a list of submissions begins: the newest first, of all days. */
export const LIST_DEFAULTS: ListDefaults<string, 'from' | 'to'> = {
  sorts: ['id', 'created_at'],
  sort: 'id',
  order: 'desc',
  filters: ['from', 'to'],
};
