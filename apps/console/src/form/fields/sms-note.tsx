import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { pageConfig } from '../../net/current-page-config.ts';
import { smsNoteTexts } from '../../texts/sms-note.ts';
import classes from './sms-note.module.css';
import type { NumbersOf } from './phone-note.tsx';

/** Digits of a number that may be complete. */
const FEWEST_DIGITS = 7;

/** A notice if SMS can't reach the phone number that is typed. Empty for any other number, and while it is incomplete. */
export function SmsNote({ typed, numbersOf }: { typed: string; numbersOf: NumbersOf }) {
  const [note, setNote] = useState<Note | null>(null);
  useEffect(() => {
    let wanted = true;
    findNote(typed, numbersOf).then(
      (found) => wanted && setNote(found),
      // The form works without the numbering plans.
      () => undefined,
    );
    return () => {
      wanted = false;
    };
  }, [typed, numbersOf]);
  return (
    <output className={note?.isProblem ? classes['notice'] : undefined}>
      {note?.isProblem && <IconAlertTriangle aria-hidden size={16} />}
      {note && <span>{note.text}</span>}
    </output>
  );
}

interface Note {
  text: string;
  /** SMS can't reach the number. */
  isProblem: boolean;
}

/** The numbering plans of all countries are large, so they load only when someone types a number. */
async function findNote(typed: string, numbersOf: NumbersOf): Promise<Note | null> {
  if (typed.replaceAll(/\D/g, '').length < FEWEST_DIGITS) return null;
  if (numbersOf === 'subscriber' && !typed.trim().startsWith('+'))
    return { text: smsNoteTexts.ownCountry, isProblem: false };
  const { findNoSmsKind, homeCountry, numberRestriction, toE164, toReadable } =
    await import('@callpoint/alerts/sms/phone-numbers');
  const { smsCountries } = pageConfig;
  const number = toE164(typed, homeCountry(null, smsCountries));
  if (number === null) return { text: smsNoteTexts.noSuchNumber, isProblem: true };
  const readable = toReadable(number) ?? number;
  if (numberRestriction(number, smsCountries) !== null)
    return { text: smsNoteTexts.notServed(readable), isProblem: true };
  const kind = findNoSmsKind(number);
  return kind === null ? null : { text: smsNoteTexts.noSms[kind](readable), isProblem: true };
}
