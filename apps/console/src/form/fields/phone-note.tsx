import { CHANNEL, type Channel } from '@callpoint/contract/channels/channels';
import { isPlainNumber, splitList } from '@callpoint/contract/split-list';
import { useNumberingPlans } from './numbering-plans.ts';
import { formTexts } from '../../texts/form.ts';
import classes from '../form.module.css';

/**
 * The number that a typed number will dial, or a note that it looks wrong. It never prevents saving: plans change, and
 * people know their numbers.
 */
export function PhoneNote({ typed }: { typed: string }) {
  const toE164 = useNumberingPlans();
  const number = toE164?.(typed);
  return <output>{toE164 !== null && (number ? formTexts.dials(number) : formTexts.looksWrong)}</output>;
}

/** For a channel's comma-separated list that is being typed: which numbers would get nothing, and what the others will dial. */
export function PhoneListNote({ channel, typed }: { channel: Channel; typed: string }) {
  const toE164 = useNumberingPlans();
  if (toE164 === null) return <output />;
  const numbers = splitList(typed).filter(isPlainNumber);
  const dialled = numbers.flatMap((number) => toE164(number) ?? []);
  return (
    <output className={classes['notes']}>
      {numbers
        .filter((number) => toE164(number) === null)
        .map((number) => (
          <span key={number} data-wrong>
            {formTexts.cannotReceive(number, CHANNEL[channel].nouns.many)}
          </span>
        ))}
      {dialled.length > 0 && <span>{formTexts.dials(dialled.join(', '))}</span>}
    </output>
  );
}
