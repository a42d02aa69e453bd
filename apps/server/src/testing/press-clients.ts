import { randomUUID } from 'node:crypto';
import { BUTTON_IDS } from '@callpoint/contract/catalogue';

/** Phones that press until they are answered, as a real one does: with the same client_id each time. */

export type AnsweredPress = {
  clientId: string;
  /** The submission's id, as the server gave it. */
  id: number;
  /** The server knew this client_id: an earlier try was stored, and its answer got lost. */
  repeated: boolean;
  /** How often it was sent. */
  tries: number;
};

export type PressClients = {
  /** What has been answered so far; live. */
  answered: AnsweredPress[];
  /** Where the server is from now on; null: nowhere, so everybody waits. */
  aim(url: string | null): void;
  /** Resolves when all presses have been answered; rejects when one was refused. */
  done: Promise<unknown>;
};

export type PressPlan = {
  token: string;
  presses: number;
  /** How many are on their way at once. */
  connections: number;
  /** Hears of every answer. */
  onAnswer?: () => void;
};

export function pressClients({ token, presses, connections, onAnswer = () => {} }: PressPlan): PressClients {
  const answered: AnsweredPress[] = [];
  let address = Promise.withResolvers<string>();
  let isKnown = false;
  let begun = 0;

  async function client(): Promise<void> {
    while (begun < presses) {
      const buttonId = BUTTON_IDS[begun % BUTTON_IDS.length];
      begun += 1;
      answered.push(await untilAnswered({ client_id: randomUUID(), button_id: buttonId }));
      onAnswer();
    }
  }

  async function untilAnswered(body: { client_id: string; button_id: number | undefined }) {
    for (let tries = 1; ; tries += 1) {
      const answer = await press(await address.promise, token, body);
      if (answer) return { clientId: body.client_id, ...answer, tries };
    }
  }

  return {
    answered,
    aim(url) {
      // Whoever waits already goes on waiting for the same promise.
      if (isKnown) address = Promise.withResolvers();
      isKnown = url !== null;
      if (url !== null) address.resolve(url);
    },
    done: Promise.all(Array.from({ length: connections }, client)),
  };
}

/** Null where no answer came, or only that the server is stopping. */
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
  if (status !== 200) throw new Error(`a press was refused with ${status}: ${text}`);
  const { data } = JSON.parse(text) as { data: { id: number; repeated: boolean } };
  return { id: data.id, repeated: data.repeated };
}
