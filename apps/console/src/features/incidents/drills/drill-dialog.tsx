import { Button, NativeSelect } from '@mantine/core';
import { BUTTON_IDS, BUTTON_LABELS, type ButtonId } from '@callpoint/contract/catalogue';
import { useState, type SubmitEvent } from 'react';
import { Link } from '../../../links/link.ts';
import { navigate } from '../../../links/navigation.ts';
import { explainFailedAction } from '../../../net/call-error.ts';
import { Dialog, DialogButtons } from '../../../overlay/dialog.tsx';
import { FailedRead } from '../../../states/failed-read.tsx';
import { useBusy } from '../../../states/use-busy.ts';
import { drillTexts as texts } from '../../../texts/drills.ts';
import { feedbackTexts } from '../../../texts/feedback.ts';
import { DrillRecipients } from './drill-recipients.tsx';
import classes from './drills.module.css';
import { useDrillPeople, useStartDrill } from './drill-plan.api.ts';

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
  const [chosen, setChosen] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const person = chosen ?? people.data?.[0]?.id ?? null;
  const submit = async () => {
    if (person === null || busy) return;
    setProblem(null);
    try {
      const id = await run(() => start(button, person));
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
        {people.data?.length === 0 && (
          <p>
            {texts.noUsers} <Link to="/add-user">{texts.addUser}</Link>
          </p>
        )}
        {people.data && people.data.length > 0 && (
          <>
            <NativeSelect
              label={texts.button}
              value={button}
              data={BUTTON_IDS.map((id) => ({ value: String(id), label: BUTTON_LABELS[id] }))}
              onChange={(event) => setButton(Number(event.currentTarget.value) as ButtonId)}
            />
            <NativeSelect
              label={texts.person}
              value={person ?? ''}
              data={people.data.map(({ id, name }) => ({ value: String(id), label: name }))}
              onChange={(event) => setChosen(Number(event.currentTarget.value))}
            />
            <DrillRecipients button={button} person={person} />
          </>
        )}
        <p role="alert" className={classes['problem']}>
          {problem}
        </p>
        <DialogButtons>
          <Button variant="default" onClick={onClose}>
            {feedbackTexts.cancel}
          </Button>
          <Button type="submit" loading={busy} disabled={person === null}>
            {texts.startVerb}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
