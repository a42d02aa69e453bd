import { randomUUID } from 'node:crypto';

/** The JSON body of a press with a new `client_id`. */
export function pressBody(buttonId = 5): string {
  return JSON.stringify({
    client_id: randomUUID(),
    button_id: buttonId,
    location: { lat: 38.8977, lng: -77.0365, accuracy: 12, at: '2026-11-21T08:14:07.000Z' },
    pressed_at: '2026-11-21T08:14:06.000Z',
  });
}
