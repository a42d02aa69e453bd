import { CHANNEL, type Channel } from '@callpoint/contract/channels/channels';
import { isPhoneNumber } from '@callpoint/contract/split-list';
import { useEffect } from 'react';
import { pageConfig } from '../../net/current-page-config.ts';
import { useOwnPhone } from '../../net/own-account.ts';
import { useNumberingPlans } from './numbering-plans.ts';
import { formTexts } from '../../texts/form.ts';
import classes from '../form.module.css';
import { checkNewNumbers, hasCountry } from './new-numbers.ts';
import type { Plans } from './recipient-list.ts';

/** Whether numbers without a country code belong to the subscriber's country, or to the server's. */
export type NumbersOf = 'subscriber' | 'server';

export interface PhoneNoteProps {
  typed: string;
  numbersOf: NumbersOf;
}

/** The numbering plans with the country of numbers without a country code; null before both are known. */
function usePlans(numbersOf: NumbersOf) {
  const plans = useNumberingPlans();
  const own = useOwnPhone();
  if (plans === null) return null;
  const isCountryKnown = numbersOf === 'server' || own !== null;
  return { ...plans, isCountryKnown, country: plans.homeCountry(own, pageConfig.smsCountries) };
}

/**
 * The number that a typed number will dial, or a note that it looks wrong. It never prevents saving: plans change, and
 * people know their numbers.
 */
export function PhoneNote({ typed, numbersOf }: PhoneNoteProps) {
  const plans = usePlans(numbersOf);
  if (plans === null || typed.trim() === '') return <output />;
  if (!plans.isCountryKnown && !hasCountry(typed) && isPhoneNumber(typed.trim()))
    return <output>{formTexts.ownCountry}</output>;
  const number = plans.toReadable(typed, plans.country);
  return <output>{number ? formTexts.dials(number) : formTexts.looksWrong}</output>;
}

export interface PhoneListNoteProps {
  channel: Channel;
  /** A comma-separated list, with the number that is being typed. */
  typed: string;
  saved: string;
  numbersOf: NumbersOf;
}

/** For a channel's list of numbers: what the numbers that are not saved yet will dial, and which would get nothing. */
export function PhoneListNote({ channel, typed, saved, numbersOf }: PhoneListNoteProps) {
  const plans = usePlans(numbersOf);
  if (plans === null) return <output />;
  const { dialed, wrong, hasOtherCountry } = checkNewNumbers(typed, saved, plans);
  return (
    <output className={classes['notes']}>
      {wrong.map((number) => (
        <span key={number} data-wrong>
          {formTexts.cannotReceive(number, CHANNEL[channel].nouns.many)}
        </span>
      ))}
      {dialed.length > 0 && <span>{formTexts.dials(dialed.join(', '))}</span>}
      {hasOtherCountry && <span>{formTexts.ownCountry}</span>}
    </output>
  );
}

export interface PhonePlansProps {
  onReady: (plans: Plans) => void;
}

/** Shows nothing: it hands over the numbering plans, with the country of numbers without a country code. */
export function PhonePlans({ onReady }: PhonePlansProps) {
  const plans = useNumberingPlans();
  const own = useOwnPhone();
  useEffect(() => {
    if (plans !== null) onReady({ ...plans, country: plans.homeCountry(own, pageConfig.smsCountries) });
  }, [plans, own, onReady]);
  return null;
}
