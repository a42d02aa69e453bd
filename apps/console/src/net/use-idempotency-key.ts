import { useState } from 'react';

/** The idempotency key of a form that creates one row: the same for each attempt to save it. */
export function useIdempotencyKey(): string {
  const [key] = useState(createKey);
  return key;
}

/**
 * The idempotency keys of a form that creates rows one after another. An attempt with the same values has the same key,
 * until the server's response shows that its row was created.
 */
export function useIdempotencyKeys() {
  const [keys] = useState(() => new Map<string, string>());
  return {
    /** `values`: what the row is created with, as text. */
    keyOf: (values: string): string => {
      const key = keys.get(values) ?? createKey();
      keys.set(values, key);
      return key;
    },
    /** The row was created: the same values create another one. */
    release: (values: string): void => void keys.delete(values),
  };
}

/** Also on a page without HTTPS, where `randomUUID` does not exist. */
function createKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}
