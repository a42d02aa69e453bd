import { INCIDENT_LIMITS } from '@callpoint/contract/incident-states';
import { useId, useState, type SubmitEvent } from 'react';
import { incidentTexts as texts } from '../../../texts/incidents.ts';
import classes from './incident.module.css';

const USUAL_MINUTES = [5, 10, 15, 30];

interface EtaChoiceProps {
  busy: boolean;
  /** Resolves to whether it succeeded: if not, what was typed stays. */
  onChoose: (minutes: number) => Promise<boolean>;
}

/** For the owner: when they will be there. One press for the usual times. */
export function EtaChoice({ busy, onChoose }: EtaChoiceProps) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const save = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const minutes = Number(typed);
    const isValid = /^\d{1,3}$/.test(typed.trim()) && minutes <= INCIDENT_LIMITS.eta;
    setProblem(isValid ? null : texts.etaInvalid(INCIDENT_LIMITS.eta));
    if (isValid && !busy) void onChoose(minutes).then((isSaved) => isSaved && setTyped(''));
  };
  return (
    <form className={classes['eta']} data-unprinted noValidate onSubmit={save}>
      <span id={`${id}label`}>{texts.whenThere}</span>
      {USUAL_MINUTES.map((minutes) => (
        <button
          key={minutes}
          type="button"
          className={classes['etaButton']}
          aria-disabled={busy}
          aria-describedby={`${id}label`}
          onClick={() => !busy && void onChoose(minutes)}
        >
          {texts.inMinutes(minutes)}
        </button>
      ))}
      <input
        inputMode="numeric"
        aria-label={texts.otherMinutes}
        placeholder={texts.otherMinutes}
        aria-invalid={problem !== null}
        aria-describedby={`${id}problem`}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <button type="submit" className={classes['etaButton']} aria-disabled={busy}>
        {texts.saveEta}
      </button>
      <span id={`${id}problem`} role="alert">
        {problem}
      </span>
    </form>
  );
}
