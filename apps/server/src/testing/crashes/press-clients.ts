import { randomUUID } from 'node:crypto';
import { BUTTON_IDS } from '@callpoint/contract/catalog';

/** Phones that repeat each press with the same client_id until they get a response, as a real phone does. */

export type AcknowledgedPress = {
  clientId: string;
  /** The submission's id in the response. */
  id: number;
  /** The server knew this client_id: an earlier attempt was stored, and its response was lost. */
  repeated: boolean;
  /** How often the press was sent. */
  attempts: number;
};

export type PressClients = {
  /** All acknowledged presses so far; updated live. */
  acknowledged: AcknowledgedPress[];
  /** Sets the server's URL. With null, all clients wait. */
  connectTo(url: string | null): void;
  /** Resolves when all presses have been acknowledged. Rejects if the server rejects one. */
  done: Promise<unknown>;
};

export type PressClientOptions = {
  token: string;
  presses: number;
  /** The number of presses in flight at the same time. */
  connections: number;
  /** Called for every acknowledged press. */
  onAcknowledged?: () => void;
};

export function startPressClients({
  token,
  presses,
  connections,
  onAcknowledged = () => {},
}: PressClientOptions): PressClients {
  const acknowledged: AcknowledgedPress[] = [];
  let address = Promise.withResolvers<string>();
  let isConnected = false;
  let started = 0;

  async function client(): Promise<void> {
    while (started < presses) {
      const buttonId = BUTTON_IDS[started % BUTTON_IDS.length];
      started += 1;
      acknowledged.push(await repeatUntilAcknowledged({ client_id: randomUUID(), button_id: buttonId }));
      onAcknowledged();
    }
  }

  async function repeatUntilAcknowledged(body: { client_id: string; button_id: number | undefined }) {
    for (let attempts = 1; ; attempts += 1) {
      const response = await press(await address.promise, token, body);
      if (response) return { clientId: body.client_id, ...response, attempts };
    }
  }

  return {
    acknowledged,
    connectTo(url) {
      // Clients that are waiting already continue to wait for the same promise.
      if (isConnected) address = Promise.withResolvers();
      isConnected = url !== null;
      if (url !== null) address.resolve(url);
    },
    done: Promise.all(Array.from({ length: connections }, client)),
  };
}

/** Null if there was no response, or if the server was stopping. */
async function press(
  url: string,
  token: string,
  body: object,
): Promise<{ id: number; repeated: boolean } | null> {
  let status: number;
  let text: string;
  try {
    const response = await fetch(`${url}/mapi/v1/button_click?token=${token}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    ({ status } = response);
    text = await response.text();
  } catch {
    return null;
  }
  if (status === 503) return null;
  if (status !== 200) throw new Error(`a press was rejected with ${status}: ${text}`);
  const { data } = JSON.parse(text) as { data: { id: number; repeated: boolean } };
  return { id: data.id, repeated: data.repeated };
}
