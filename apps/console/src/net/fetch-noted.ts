import { readPositions } from './read-positions.ts';

/** Sends a call, and stores the position of its response in the server's events. */
export async function fetchNoted(url: string, init: RequestInit): Promise<Response> {
  const sentAt = performance.now();
  const response = await window.fetch(url, init);
  readPositions.note(response, sentAt);
  return response;
}
