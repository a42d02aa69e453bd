import { CHANNEL, type Channel } from '@callpoint/contract/channels/channels';
import { isPhoneNumber, splitList } from '@callpoint/contract/split-list';
import { pageConfig } from '../../net/current-page-config.ts';
import { useNumberingPlans } from './numbering-plans.ts';
import { formTexts } from '../../texts/form.ts';
import classes from '../form.module.css';

/** Whether numbers without a country code belong to the subscriber's country, which only the server knows, or to the server's. */
export type NumbersOf = 'subscriber' | 'server';

const hasCountry = (typed: string) => typed.trim().startsWith('+');

/**
 * The number that a typed number will dial, or a note that it looks wrong. It never prevents saving: plans change, and
 * people know their numbers.
 */
export function PhoneNote({ typed, numbersOf }: { typed: string; numbersOf: NumbersOf }) {
  const plans = useNumberingPlans();
  if (plans === null || typed.trim() === '') return <output />;
  const number = plans.toReadable(typed, plans.homeCountry(null, pageConfig.smsCountries));
  if (numbersOf === 'subscriber' && !hasCountry(typed) && isPhoneNumber(typed.trim()))
    return <output>{formTexts.ownCountry}</output>;
  return <output>{number ? formTexts.dials(number) : formTexts.looksWrong}</output>;
}

interface PhoneListNoteProps {
  channel: Channel;
  typed: string;
  numbersOf: NumbersOf;
}

/** For a channel's comma-separated list that is being typed: which numbers would get nothing, and what the others will dial. */
export function PhoneListNote({ channel, typed, numbersOf }: PhoneListNoteProps) {
  const plans = useNumberingPlans();
  if (plans === null) return <output />;
  const country = plans.homeCountry(null, pageConfig.smsCountries);
  const all = splitList(typed).filter(isPhoneNumber);
  const numbers = numbersOf === 'server' ? all : all.filter(hasCountry);
  const dialled = numbers.flatMap((number) => plans.toReadable(number, country) ?? []);
  return (
    <output className={classes['notes']}>
      {numbers
        .filter((number) => plans.toE164(number, country) === null)
        .map((number) => (
          <span key={number} data-wrong>
            {formTexts.cannotReceive(number, CHANNEL[channel].nouns.many)}
          </span>
        ))}
      {dialled.length > 0 && <span>{formTexts.dials(dialled.join(', '))}</span>}
      {numbers.length < all.length && <span>{formTexts.ownCountry}</span>}
    </output>
  );
}
