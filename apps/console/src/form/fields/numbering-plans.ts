import type { homeCountry, toE164, toReadable } from '@callpoint/alerts/sms/phone-numbers';
import { useEffect, useState } from 'react';

interface NumberingPlans {
  homeCountry: typeof homeCountry;
  toE164: typeof toE164;
  toReadable: typeof toReadable;
}

/** The numbering plans of all countries; null before they are loaded. They are large, so they load only when someone types a number. */
export function useNumberingPlans(): NumberingPlans | null {
  const [plans, setPlans] = useState<NumberingPlans | null>(null);
  useEffect(() => {
    let wanted = true;
    import('@callpoint/alerts/sms/phone-numbers').then(
      (module) => wanted && setPlans(module),
      // The screen works without them.
      () => undefined,
    );
    return () => {
      wanted = false;
    };
  }, []);
  return plans;
}
