import type { ListDefaults } from '../../../list/list-state.ts';

/** The initial view of a list of submissions: newest first, all days. */
export const LIST_DEFAULTS: ListDefaults<string, 'from' | 'to' | 'search' | 'messages'> = {
  sorts: ['id', 'created_at'],
  sort: 'id',
  order: 'desc',
  filters: ['from', 'to', 'search', 'messages'],
};
