import '@mantine/core/styles/Radio.layer.css';
import { Button, InputBase, Radio, Stack } from '@mantine/core';
import type { Incident } from '@callpoint/contract/incidents';
import { INCIDENT_LIMITS, possibleOutcomes, type IncidentOutcome } from '@callpoint/contract/incident-states';
import { useState, type SubmitEvent } from 'react';
import { Dialog, DialogButtons } from '../../../overlay/dialog.tsx';
import { explainFailedAction } from '../../../net/call-error.ts';
import { ProblemNote } from '../../../states/problem-note.tsx';
import { feedbackTexts } from '../../../texts/feedback.ts';
import { incidentPageTexts as pageTexts } from '../../../texts/incident-page.ts';
import { incidentStateTexts } from '../../../texts/incident-states.ts';
import { incidentTexts as texts } from '../../../texts/incidents.ts';
import { withName } from '../../../display/with-name.tsx';
import { itemLabel } from '../describe-incident.ts';
import type { IncidentBase } from '../incident-changes.ts';
import { useIncidentActions } from '../use-incident-actions.ts';

interface CloseDialogProps {
  base: IncidentBase;
  incident: Pick<Incident, 'id' | 'is_drill' | 'button_id' | 'app_user' | 'owner'>;
  onClose: () => void;
}

/** How the incident ended. It is closed only after this confirmation. */
export function CloseDialog({ base, incident, onClose }: CloseDialogProps) {
  const { busy, close } = useIncidentActions(base, incident.id);
  const [outcome, setOutcome] = useState<IncidentOutcome | null>(null);
  const [note, setNote] = useState('');
  const [isMissing, setMissing] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const submit = async () => {
    if (busy) return;
    setProblem(null);
    setMissing(outcome === null);
    if (outcome === null) return;
    try {
      await close(outcome, note.trim());
      onClose();
    } catch (error) {
      // The dialog stays, with the note.
      setProblem(explainFailedAction(error).join(' '));
    }
  };
  return (
    <Dialog title={pageTexts.closeTitle} onClose={onClose}>
      <form
        onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Stack gap="md">
          <p>
            {withName(
              (name) => pageTexts.closeDescription(itemLabel(incident), name),
              incident.app_user.name || incidentStateTexts.somebody,
            )}{' '}
            {pageTexts.afterClosing}
          </p>
          {incident.owner === null && !incident.is_drill && <strong>{pageTexts.noOneHadIt}</strong>}
          <Radio.Group
            label={texts.outcome}
            value={outcome}
            error={isMissing && outcome === null && pageTexts.chooseOutcome}
            onChange={(value) => setOutcome(value)}
          >
            <Stack gap="xs" mt="xs">
              {possibleOutcomes(incident.is_drill).map((one) => (
                <Radio key={one} value={one} label={texts.outcomes[one]} />
              ))}
            </Stack>
          </Radio.Group>
          <InputBase<'textarea'>
            component="textarea"
            multiline
            label={texts.closeNote}
            maxLength={INCIDENT_LIMITS.note}
            rows={3}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
          <ProblemNote>{problem}</ProblemNote>
        </Stack>
        <DialogButtons>
          <Button variant="default" onClick={onClose}>
            {feedbackTexts.cancel}
          </Button>
          <Button type="submit" loading={busy}>
            {texts.close}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
