import { ProviderError } from './errors.ts';

export type StoredResponse = { status: number; body: string };
type Entry = { request: string; at: number; response: StoredResponse | null };

const DAY = 24 * 60 * 60;

/**
 * The responses stored under idempotency keys, for 24 hours. A key whose first call is still in progress rejects other
 * calls; a call that was rejected before it took effect is not stored.
 */
export class IdempotencyKeys {
  private readonly entries = new Map<string, Entry>();

  /** The stored response of an earlier call, or null after claiming the key. */
  claim(key: string, request: string, now: number): StoredResponse | null {
    const entry = this.entries.get(key);
    if (!entry || now - entry.at >= DAY) {
      this.entries.set(key, { request, at: now, response: null });
      return null;
    }
    if (entry.request !== request) {
      const message = `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`;
      throw new ProviderError(400, { type: 'idempotency_error', message });
    }
    if (!entry.response) {
      const message = `There is currently another in-progress request using this idempotency key: ${key}. Please try again later.`;
      throw new ProviderError(409, { type: 'idempotency_error', code: 'idempotency_key_in_use', message });
    }
    return entry.response;
  }

  store(key: string, response: StoredResponse): void {
    const entry = this.entries.get(key);
    if (entry) entry.response = response;
  }

  release(key: string): void {
    this.entries.delete(key);
  }
}
