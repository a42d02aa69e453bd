import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { BUTTON_IDS } from '@callpoint/contract/catalog';
import type { AcknowledgedPress } from '../crashes/press-clients.ts';

/** Milliseconds between attempts, as on the phone for an emergency. */
const WAITS = [1000, 2000, 4000, 5000, 5000];

export type SteadyPhones = {
  acknowledged: AcknowledgedPress[];
  /** Why presses were not accepted in any of their attempts. */
  failed: string[];
  /** Resolves when so many more presses than now are acknowledged. */
  more(count: number): Promise<void>;
  /** Presses no more, and resolves when every press was acknowledged or has failed. */
  stop(): Promise<void>;
};

type SteadyOptions = {
  tokens: readonly string[];
  /** Presses a second. */
  rate: number;
  /** The buttons that are pressed in turn. */
  buttonIds?: readonly number[];
};

/**
 * Presses at a steady rate, however long the responses take. Each press is repeated with the same client_id after waits
 * like those of the phone; it fails if none of its attempts is accepted, or if the server rejects it.
 */
export function startSteadyPhones(
  url: string,
  { tokens, rate, buttonIds = BUTTON_IDS }: SteadyOptions,
): SteadyPhones {
  const acknowledged: AcknowledgedPress[] = [];
  const failed: string[] = [];
  const presses: Promise<void>[] = [];
  const waiting = new Set<() => void>();

  async function press(number: number): Promise<void> {
    const body = { client_id: randomUUID(), button_id: buttonIds[number % buttonIds.length] };
    const problems: string[] = [];
    for (const wait of [0, ...WAITS]) {
      await setTimeout(wait);
      const result = await attempt(url, tokens[number % tokens.length] ?? '', body);
      if (typeof result !== 'string') {
        acknowledged.push({ clientId: body.client_id, ...result, attempts: problems.length + 1 });
        for (const check of waiting) check();
        return;
      }
      problems.push(result);
      if (result.startsWith('4')) break;
    }
    failed.push(problems.join(', '));
  }

  const start = performance.now();
  const timer = setInterval(() => {
    // A timer that is late must not lower the rate.
    const due = ((performance.now() - start) / 1000) * rate;
    while (presses.length < due) presses.push(press(presses.length));
  }, 1000 / rate);
  return {
    acknowledged,
    failed,
    more(count) {
      const goal = acknowledged.length + count;
      return new Promise((resolve) => {
        const check = () => {
          if (acknowledged.length < goal) return;
          waiting.delete(check);
          resolve();
        };
        waiting.add(check);
      });
    },
    async stop() {
      clearInterval(timer);
      await Promise.all(presses);
    },
  };
}

/** The accepted press, or what happened instead. */
async function attempt(
  url: string,
  token: string,
  body: object,
): Promise<Pick<AcknowledgedPress, 'id' | 'repeated'> | string> {
  try {
    const response = await fetch(`${url}/mapi/v1/button_click`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    if (response.status !== 200) return `${response.status} ${text}`;
    const { data } = JSON.parse(text) as { data: AcknowledgedPress };
    return { id: data.id, repeated: data.repeated };
  } catch (error) {
    return String(error);
  }
}
