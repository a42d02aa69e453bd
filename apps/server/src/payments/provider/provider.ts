import type { Stripe } from 'stripe';

/** Milliseconds that one attempt of a call to the provider may take. */
export const CALL_TIMEOUT = 20_000;

/** How calls reach the provider. `baseUrl`: null for its own address. */
export type ProviderSettings = { baseUrl: string | null };

/**
 * A client of the payment provider that uses `key`. The library is loaded when the first client is opened: a server
 * without payments does not need it.
 */
export async function openProvider(key: string, { baseUrl }: ProviderSettings): Promise<Stripe> {
  const { default: Client } = await import('stripe');
  return new Client(key, {
    timeout: CALL_TIMEOUT,
    // The provider asks for no names or figures of this server.
    telemetry: false,
    ...(baseUrl === null ? {} : addressOf(new URL(baseUrl))),
  });
}

function addressOf({ protocol, hostname, port }: URL) {
  const isSecure = protocol === 'https:';
  return {
    protocol: isSecure ? ('https' as const) : ('http' as const),
    host: hostname,
    port: port || (isSecure ? 443 : 80),
  };
}
