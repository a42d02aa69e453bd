import { randomUUID } from 'node:crypto';

/** The JSON body of a press of this moment with a new `client_id`: an older one gets a note in each message. */
export function pressBody(buttonId = 5): string {
  const pressed_at = new Date().toISOString();
  return JSON.stringify({
    client_id: randomUUID(),
    button_id: buttonId,
    location: { lat: 38.8977, lng: -77.0365, accuracy: 12, at: pressed_at },
    pressed_at,
  });
}
