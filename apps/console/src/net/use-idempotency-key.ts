import { useState } from 'react';

/** The idempotency key of a form that creates one row: the same for each attempt to save it. */
export function useIdempotencyKey(): string {
  const [key] = useState(createKey);
  return key;
}

/** Also on a page without HTTPS, where `randomUUID` does not exist. */
function createKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}
