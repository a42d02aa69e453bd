import { SAFE_REASONS, type SafeReason } from '@callpoint/contract/safe-reasons';
import { useEffect, useState, type FormEvent } from 'react';
import { Button } from '../../display/button.tsx';
import { Choices } from '../../display/choices.tsx';
import controls from '../../display/controls.module.css';
import { Field } from '../../display/field.tsx';
import { focusProblem } from '../../display/focus-problem.ts';
import { Note, Problem } from '../../display/note.tsx';
import { Screen } from '../../display/screen.tsx';
import { navigate } from '../../links/route.ts';
import { knownPresses, loadPresses } from '../../reports/open-emergencies.ts';
import { reportSafe } from '../../reports/reports.ts';
import { useStore } from '../../store/use-store.ts';
import { responseTexts } from '../../texts/response/response-texts.ts';
import { safeTitle, type OwnIncident } from '../../texts/response/incident-text.ts';

/** As the server's limit of a reason. */
const LONGEST_REASON = 500;

const CHOICES = ['accident', 'arrived', 'resolved', 'other'] as const;
type Choice = SafeReason | 'other';

/** The person says that they are safe, and why. */
export function Safe({ parameter: clientId }: { parameter: string }) {
  const [choice, setChoice] = useState<Choice | null>(null);
  const [text, setText] = useState('');
  const [isTried, setTried] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const incident = useStoredIncident(clientId);
  const isDrill = incident?.is_drill ?? false;
  const isTextMissing = choice === 'other' && text.trim() === '';
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    if (choice === null || isTextMissing) return focusProblem(event.currentTarget);
    reportSafe(clientId, choice === 'other' ? text.trim() : SAFE_REASONS[choice]).then(
      () => navigate(`/sent/${clientId}`, { replace: true }),
      () => setFailed(true),
    );
  };
  return (
    <Screen title={safeTitle(incident)} back={`/sent/${clientId}`}>
      {isDrill && <Note>{responseTexts.safe.drill}</Note>}
      <form className={controls['stack']} noValidate onSubmit={send}>
        <Choices
          legend={responseTexts.safe.question}
          options={CHOICES.map((value) => ({ value, label: responseTexts.safe.reasons[value] }))}
          chosen={choice}
          onChoose={setChoice}
          problem={isTried && choice === null ? responseTexts.safe.needsReason : null}
        />
        {choice === 'other' && (
          <Field
            label={responseTexts.safe.other}
            value={text}
            onChange={setText}
            maxLength={LONGEST_REASON}
            lines
            problem={isTried && isTextMissing ? responseTexts.safe.needsText : null}
          />
        )}
        {!isDrill && <p>{responseTexts.safe.hint}</p>}
        {hasFailed && <Problem>{responseTexts.safe.notStored}</Problem>}
        <Button type="submit" kind="primary">
          {responseTexts.safe.send}
        </Button>
      </form>
    </Screen>
  );
}

/** The page of the press, which leads here, has stored its state. */
function useStoredIncident(clientId: string): OwnIncident | null {
  const press = useStore(knownPresses)?.presses.find(({ client_id }) => client_id === clientId);
  useEffect(() => {
    void loadPresses().catch(() => null);
  }, []);
  return press?.incident ?? null;
}
