import { request, type Agent } from 'node:http';
import { pressBody } from '../presses.ts';

/** In milliseconds of `performance.now()`. */
export type Left = { clientId: string; at: number; answered: number };

/**
 * Presses on the beat of a clock whatever the answers, over the addresses in turn; resolves when all are answered,
 * rejects when one was refused.
 */
export async function pressAt(
  urls: readonly string[],
  agent: Agent,
  rate: number,
  seconds: number,
  buttonId = 5,
): Promise<Left[]> {
  const start = performance.now();
  const presses: Promise<Left>[] = [];
  for (let number = 0; number < rate * seconds; number += 1) {
    const wait = start + (number * 1000) / rate - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    presses.push(press(urls[number % urls.length] ?? '', agent, buttonId));
  }
  return await Promise.all(presses);
}

function press(url: string, agent: Agent, buttonId: number): Promise<Left> {
  const body = pressBody(buttonId);
  const { client_id: clientId } = JSON.parse(body) as { client_id: string };
  return new Promise((resolve, reject) => {
    const at = performance.now();
    const sent = request(url, { method: 'POST', agent, headers: { 'content-type': 'application/json' } });
    sent.once('error', reject);
    sent.once('response', (response) => {
      response.resume();
      response.once('end', () => {
        if (response.statusCode === 200) resolve({ clientId, at, answered: performance.now() });
        else reject(new Error(`a press was refused with ${response.statusCode}`));
      });
    });
    sent.end(body);
  });
}
