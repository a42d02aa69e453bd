import { useId, useState, type FormEvent } from 'react';
import { Button } from '../../display/button.tsx';
import controls from '../../display/controls.module.css';
import { focusProblem } from '../../display/focus-problem.ts';
import { Problem } from '../../display/note.tsx';
import type { StoredCheckIn } from '../../reports/check-in.ts';
import { startCheckIn } from '../../reports/reports.ts';
import { responseTexts } from '../../texts/response/response-texts.ts';
import { durationText } from './duration-text.ts';
import { MinutesField } from './minutes-field.tsx';
import { NotifyQuestion } from './notify-question.tsx';
import { untilTime, usualUntil } from './until-time.ts';

const EVERY = [5, 10, 15, 20, 30, 45, 60, 90, 120, 180, 240];
const GRACE = [1, 2, 3, 5, 10, 15, 20, 30];
const USUAL = { every_minutes: 30, grace_minutes: 5 };

/** Schedules check-ins; starts from the choices of the last ones. */
export function Schedule({ last, now }: { last: StoredCheckIn | null; now: Date }) {
  const [every, setEvery] = useState((last ?? USUAL).every_minutes);
  const [grace, setGrace] = useState((last ?? USUAL).grace_minutes);
  const [time, setTime] = useState(() => usualUntil(now));
  const [isStarting, setStarting] = useState(false);
  const until = untilTime(time, now);
  const isTooLong = grace > every;
  const start = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!until || isTooLong) {
      focusProblem(event.currentTarget);
      return;
    }
    if (isStarting) return;
    setStarting(true);
    void startCheckIn({
      every_minutes: every,
      grace_minutes: grace,
      until: until.toISOString(),
    }).finally(() => setStarting(false));
  };
  return (
    <form className={controls['stack']} noValidate onSubmit={start}>
      <p>{responseTexts.checkIn.intro}</p>
      <MinutesField label={responseTexts.checkIn.every} options={EVERY} value={every} onChange={setEvery} />
      <UntilField
        value={time}
        onChange={setTime}
        hint={until && until.getDate() !== now.getDate() ? responseTexts.checkIn.tomorrow : null}
        problem={until ? null : responseTexts.checkIn.needsTime}
      />
      <MinutesField
        label={responseTexts.checkIn.grace}
        options={GRACE}
        value={grace}
        onChange={setGrace}
        problem={isTooLong ? responseTexts.checkIn.graceTooLong(durationText(every)) : null}
      />
      {!isTooLong && <p>{responseTexts.checkIn.summary(durationText(grace))}</p>}
      <NotifyQuestion />
      <Button type="submit" kind="primary" disabled={isStarting}>
        {responseTexts.checkIn.start}
      </Button>
    </form>
  );
}

interface UntilFieldProps {
  value: string;
  onChange: (value: string) => void;
  hint: string | null;
  problem: string | null;
}

function UntilField({ value, onChange, hint, problem }: UntilFieldProps) {
  const [id, moreId] = [useId(), useId()];
  return (
    <div className={controls['field']}>
      <label htmlFor={id} className={controls['label']}>
        {responseTexts.checkIn.until}
      </label>
      <input
        id={id}
        type="time"
        className={controls['input']}
        value={value}
        aria-invalid={problem !== null}
        aria-describedby={(hint ?? problem) === null ? undefined : moreId}
        onChange={({ target }) => onChange(target.value)}
      />
      {hint && (
        <p id={moreId} className={controls['soft']}>
          {hint}
        </p>
      )}
      {problem && <Problem id={moreId}>{problem}</Problem>}
    </div>
  );
}
