import { useEffect, useState } from 'react';

type ToE164 = (typed: string) => string | null;

/** A typed number in E.164, by the numbering plans of all countries; null before they are loaded. They are large, so they load only when someone types a number. */
export function useNumberingPlans(): ToE164 | null {
  const [toE164, setToE164] = useState<ToE164 | null>(null);
  useEffect(() => {
    let wanted = true;
    import('@callpoint/alerts/phone-numbers').then(
      (module) => wanted && setToE164(() => (text: string) => module.toE164(text)),
      // The screen works without them.
      () => undefined,
    );
    return () => {
      wanted = false;
    };
  }, []);
  return toE164;
}
