import { useEffect, useState } from 'react';
import { pageConfig } from '../../net/current-page-config.ts';
import { smsNoteTexts } from '../../texts/sms-note.ts';
import type { NumbersOf } from './phone-note.tsx';

/** Digits of a number that may be complete. */
const FEWEST_DIGITS = 7;

/** Says so if SMS can't reach the phone number that is typed. Empty for any other number, and while it is incomplete. */
export function SmsNote({ typed, numbersOf }: { typed: string; numbersOf: NumbersOf }) {
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    let wanted = true;
    findProblem(typed, numbersOf).then(
      (found) => wanted && setProblem(found),
      // The form works without the numbering plans.
      () => undefined,
    );
    return () => {
      wanted = false;
    };
  }, [typed, numbersOf]);
  return <output>{problem}</output>;
}

/** The numbering plans of all countries are large, so they load only when someone types a number. */
async function findProblem(typed: string, numbersOf: NumbersOf): Promise<string | null> {
  if (typed.replaceAll(/\D/g, '').length < FEWEST_DIGITS) return null;
  if (numbersOf === 'subscriber' && !typed.trim().startsWith('+')) return smsNoteTexts.ownCountry;
  const { homeCountry, isLandline, numberRestriction, toE164, toReadable } =
    await import('@callpoint/alerts/sms/phone-numbers');
  const { smsCountries } = pageConfig;
  const number = toE164(typed, homeCountry(null, smsCountries));
  if (number === null) return smsNoteTexts.noSuchNumber;
  const readable = toReadable(number) ?? number;
  if (numberRestriction(number, smsCountries) !== null) return smsNoteTexts.notServed(readable);
  return isLandline(number) ? smsNoteTexts.isLandline(readable) : null;
}
