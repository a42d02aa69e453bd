import { request, type Agent } from 'node:http';
import { pressBody } from './press-body.ts';

/** A press and its times, in milliseconds of `performance.now()`. */
export type PacedPress = { clientId: string; sentAt: number; respondedAt: number };

/**
 * Sends presses at a fixed rate, without waiting for responses, to each URL in turn. Resolves when all have responses;
 * rejects if the server rejects a press.
 * @param rate presses a second
 */
export async function pressAtRate(
  urls: readonly string[],
  agent: Agent,
  rate: number,
  seconds: number,
  buttonId = 5,
): Promise<PacedPress[]> {
  const start = performance.now();
  const presses: Promise<PacedPress>[] = [];
  for (let number = 0; number < rate * seconds; number += 1) {
    const wait = start + (number * 1000) / rate - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    presses.push(press(urls[number % urls.length] ?? '', agent, buttonId));
  }
  return await Promise.all(presses);
}

function press(url: string, agent: Agent, buttonId: number): Promise<PacedPress> {
  const body = pressBody(buttonId);
  const { client_id: clientId } = JSON.parse(body) as { client_id: string };
  return new Promise((resolve, reject) => {
    const sentAt = performance.now();
    const sent = request(url, { method: 'POST', agent, headers: { 'content-type': 'application/json' } });
    sent.once('error', reject);
    sent.once('response', (response) => {
      response.resume();
      response.once('end', () => {
        if (response.statusCode === 200) resolve({ clientId, sentAt, respondedAt: performance.now() });
        else reject(new Error(`a press was rejected with ${response.statusCode}`));
      });
    });
    sent.end(body);
  });
}
