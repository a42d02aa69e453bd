import { Button, Radio, Stack, Textarea } from '@mantine/core';
import type { Incident } from '@callpoint/contract/incidents';
import { INCIDENT_LIMITS, possibleOutcomes, type IncidentOutcome } from '@callpoint/contract/incident-states';
import { useState, type SubmitEvent } from 'react';
import { Dialog, DialogButtons } from '../../../overlay/dialog.tsx';
import { feedbackTexts } from '../../../texts/feedback.ts';
import { incidentTexts as texts } from '../../../texts/incidents.ts';
import type { IncidentBase } from '../incident-changes.ts';
import { useIncidentActions } from '../use-incident-actions.ts';

interface CloseDialogProps {
  base: IncidentBase;
  incident: Pick<Incident, 'id' | 'is_drill'>;
  onClose: () => void;
}

/** How the incident ended. It is closed only after this confirmation. */
export function CloseDialog({ base, incident, onClose }: CloseDialogProps) {
  const { busy, close } = useIncidentActions(base, incident.id);
  const [outcome, setOutcome] = useState<IncidentOutcome>(incident.is_drill ? 'drill' : 'helped');
  const [note, setNote] = useState('');
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    // A rejection is shown above the page, which is read again: someone else may have closed it.
    if (!busy) void close(outcome, note.trim()).then(onClose);
  };
  return (
    <Dialog title={texts.closeTitle} onClose={onClose}>
      <form onSubmit={submit}>
        <Stack gap="md">
          <p>{texts.closeDescription}</p>
          <Radio.Group label={texts.outcome} value={outcome} onChange={(value) => setOutcome(value)}>
            <Stack gap="xs" mt="xs">
              {possibleOutcomes(incident.is_drill).map((one) => (
                <Radio key={one} value={one} label={texts.outcomes[one]} />
              ))}
            </Stack>
          </Radio.Group>
          <Textarea
            label={texts.closeNote}
            maxLength={INCIDENT_LIMITS.note}
            rows={3}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
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
