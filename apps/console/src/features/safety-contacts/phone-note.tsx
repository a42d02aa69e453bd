import { useEffect, useState } from 'react';
import { contactTexts } from '../../lib/texts/safety-contacts.ts';

type ToE164 = (typed: string) => string | null;

/**
 * What a typed number will dial, or that it looks wrong; nothing before the numbering plans are there. They are large,
 * so this is only shown where somebody types a number. Never in the way of saving: plans change, and people know theirs.
 */
export function PhoneNote({ typed }: { typed: string }) {
  const [toE164, setToE164] = useState<ToE164 | null>(null);
  useEffect(() => {
    let wanted = true;
    import('@callpoint/alerts/phone-numbers').then(
      (module) => wanted && setToE164(() => (text: string) => module.toE164(text)),
      // The screen works without.
      () => undefined,
    );
    return () => {
      wanted = false;
    };
  }, []);
  const number = toE164?.(typed);
  return (
    <output>{toE164 !== null && (number ? contactTexts.dials(number) : contactTexts.looksWrong)}</output>
  );
}
