import { Button, InputBase } from '@mantine/core';
import type { IncidentDetails } from '@callpoint/contract/incidents';
import { INCIDENT_LIMITS } from '@callpoint/contract/incident-states';
import { useState, type KeyboardEvent, type SubmitEvent } from 'react';
import { ListTime } from '../../../display/timestamp.tsx';
import { useIdempotencyKeys } from '../../../net/use-idempotency-key.ts';
import { incidentStateTexts } from '../../../texts/incident-states.ts';
import { incidentPageTexts as pageTexts } from '../../../texts/incident-page.ts';
import { incidentTexts as texts } from '../../../texts/incidents.ts';
import type { IncidentBase } from '../incident-changes.ts';
import { useIncidentActions } from '../use-incident-actions.ts';
import classes from './incident.module.css';
import { notRecordedText } from './not-recorded.ts';
import { Panel } from './panel.tsx';

interface NotesProps {
  base: IncidentBase;
  incident: IncidentDetails;
}

/** Notes that everyone with this incident open sees immediately. They can be added after it was closed, too. */
export function Notes({ base, incident }: NotesProps) {
  const { id, events, opened_at } = incident;
  const { busy, addNote } = useIncidentActions(base, id);
  const keys = useIdempotencyKeys();
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const notes = events.filter(({ kind }) => kind === 'note');
  const add = async () => {
    const text = typed.trim();
    setProblem(text === '' ? texts.noteMissing : null);
    if (text === '' || busy) return;
    try {
      await addNote(text, keys.keyOf(text));
      keys.release(text);
      // What someone types meanwhile stays.
      setTyped((now) => (now.trim() === text ? '' : now));
    } catch (error) {
      setProblem(notRecordedText(pageTexts.note, error));
    }
  };
  return (
    <Panel title={texts.notes} aside={texts.notesShared}>
      <ol className={classes['notes']} aria-live="polite">
        {notes.map(({ seq, at, actor, data }) => (
          <li key={seq}>
            <bdi className={classes['strong']}>{actor?.name ?? incidentStateTexts.somebody}</bdi>{' '}
            <span className={classes['soft']}>
              <ListTime at={at} after={opened_at} />
            </span>
            <p className={classes['written']} dir="auto">
              {typeof data['text'] === 'string' && data['text']}
            </p>
          </li>
        ))}
      </ol>
      {notes.length === 0 && <p className={classes['soft']}>{texts.noNotes}</p>}
      <form
        data-unprinted
        className={classes['noteForm']}
        onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
          event.preventDefault();
          void add();
        }}
      >
        <InputBase<'textarea'>
          component="textarea"
          multiline
          aria-label={texts.addNote}
          placeholder={texts.addNote}
          maxLength={INCIDENT_LIMITS.note}
          rows={2}
          value={typed}
          error={problem}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={(event: KeyboardEvent) => {
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
            event.preventDefault();
            void add();
          }}
        />
        <Button type="submit" variant="default" loading={busy}>
          {texts.addNoteVerb}
        </Button>
      </form>
    </Panel>
  );
}
