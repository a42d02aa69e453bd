import type { OutboxItem } from '../storage/database.ts';

/** A press of another button than the emergency that waits in the outbox, for tests. */
export function buildItem(client_id: string, changed: Partial<OutboxItem> = {}): OutboxItem {
  return {
    client_id,
    user_id: 1,
    kind: 'button',
    item_id: 2,
    label: '',
    pressed_at: new Date().toISOString(),
    location: null,
    location_follows: false,
    send_at: null,
    company: '',
    message: '',
    type: '',
    pictures: [],
    is_stored: true,
    attempts: 0,
    problem: null,
    received: null,
    ...changed,
  };
}
