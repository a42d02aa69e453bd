import { Button, NativeSelect } from '@mantine/core';
import { BUTTON_IDS, BUTTON_LABELS, type ButtonId } from '@callpoint/contract/catalog';
import { useState, type SubmitEvent } from 'react';
import { Link } from '../../../links/link.ts';
import { navigate } from '../../../links/navigation.ts';
import { explainFailedAction } from '../../../net/call-error.ts';
import { Dialog, DialogButtons } from '../../../overlay/dialog.tsx';
import { FailedRead } from '../../../states/failed-read.tsx';
import { ProblemNote } from '../../../states/problem-note.tsx';
import { useBusy } from '../../../states/use-busy.ts';
import { drillTexts as texts } from '../../../texts/drills.ts';
import { feedbackTexts } from '../../../texts/feedback.ts';
import { useDrillPeople, type DrillPerson } from './drill-people.api.ts';
import { DrillPersonField } from './drill-person.tsx';
import { useDrillPlan, useStartDrill } from './drill-plan.api.ts';
import { DrillRecipients } from './drill-recipients.tsx';
import classes from './drills.module.css';

interface DrillDialogProps {
  /** The button that is chosen at first. */
  button: ButtonId;
  onClose: () => void;
}

/** Starts a drill after showing who is messaged. */
export function DrillDialog({ button: first, onClose }: DrillDialogProps) {
  const people = useDrillPeople();
  const start = useStartDrill();
  const { busy, run } = useBusy();
  const [button, setButton] = useState<ButtonId>(first);
  const [chosen, setChosen] = useState<DrillPerson | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const person = chosen ?? people.data?.items[0] ?? null;
  const plan = useDrillPlan(button, person?.id ?? null);
  // Nobody starts a drill without knowing whom it notifies.
  const isKnown = person !== null && plan.data !== undefined && plan.error === null;
  const submit = async () => {
    if (!isKnown || busy) return;
    setProblem(null);
    try {
      const id = await run(() => start(button, person.id));
      onClose();
      await navigate(`/incidents/${id}`);
    } catch (error) {
      setProblem(explainFailedAction(error).join(' '));
    }
  };
  return (
    <Dialog title={texts.start} width="wide" onClose={onClose}>
      <form
        className={classes['form']}
        onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
          event.preventDefault();
          void submit();
        }}
      >
        <p>{texts.description}</p>
        {people.error && (
          <FailedRead
            error={people.error}
            onRetry={() => void people.refetch()}
            retrying={people.isFetching}
          />
        )}
        {people.data && person === null && (
          <p>
            {texts.noUsers} <Link to="/add-user">{texts.addUser}</Link>
          </p>
        )}
        {people.data && person !== null && (
          <>
            <NativeSelect
              label={texts.button}
              value={button}
              data={BUTTON_IDS.map((id) => ({ value: String(id), label: BUTTON_LABELS[id] }))}
              onChange={(event) => setButton(Number(event.currentTarget.value) as ButtonId)}
            />
            <DrillPersonField chosen={person} total={people.data.pagination.total} onChoose={setChosen} />
            <DrillRecipients plan={plan} />
          </>
        )}
        <ProblemNote>{problem}</ProblemNote>
        <DialogButtons>
          <Button variant="default" onClick={onClose}>
            {feedbackTexts.cancel}
          </Button>
          <Button type="submit" loading={busy} disabled={!isKnown}>
            {texts.startVerb}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
