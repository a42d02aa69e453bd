import { loadStripe } from '@stripe/stripe-js/pure';
import type { Stripe } from '@stripe/stripe-js';
import { useEffect, useState } from 'react';

/** The payment provider's script: it is requested when the form opens, and never before. */
export type ProviderScript = { state: 'loading' | 'failed' } | { state: 'ready'; stripe: Stripe };

/** A blocked request may stay without a response; in milliseconds. */
const TIME_LIMIT = 15_000;

/**
 * Loads the script.
 * @returns its state, and the function that loads it again
 */
export function useProviderScript(publishableKey: string): [ProviderScript, retry: () => void] {
  const [script, setScript] = useState<ProviderScript>({ state: 'loading' });
  useEffect(() => load(publishableKey, setScript), [publishableKey]);
  const retry = () => {
    setScript({ state: 'loading' });
    load(publishableKey, setScript);
  };
  return [script, retry];
}

/** Returns the function that ends the reports. */
function load(publishableKey: string, report: (script: ProviderScript) => void): () => void {
  let isWanted = true;
  const show = (next: ProviderScript) => {
    if (isWanted) report(next);
  };
  const timer = window.setTimeout(() => show({ state: 'failed' }), TIME_LIMIT);
  loadStripe(publishableKey, { locale: 'en' })
    .then((stripe) => show(stripe ? { state: 'ready', stripe } : { state: 'failed' }))
    .catch(() => show({ state: 'failed' }))
    .finally(() => window.clearTimeout(timer));
  return () => {
    isWanted = false;
    window.clearTimeout(timer);
  };
}
