import { useEffect, useRef } from 'react';
import { CallError, explainFailedAction, getErrorMessages } from '../../net/call-error.ts';
import { AlertBox } from '../../states/alerts-list.tsx';
import { formTexts } from '../../texts/form.ts';
import { problemTexts } from '../../texts/problems.ts';
import classes from '../form.module.css';

/** Why a card was not saved. */
export interface SaveFailure {
  error: unknown;
  /** The specification's text for this action, if it has one. */
  failed?: string | undefined;
}

interface SaveFailureNoteProps {
  failure: SaveFailure | null;
  /** False for an action without an input that could be lost. */
  hasInput?: boolean;
}

/** Next to the button that did not save, until it does: in view, wherever the page was scrolled to. */
export function SaveFailureNote({ failure, hasInput = true }: SaveFailureNoteProps) {
  const note = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (failure?.error !== undefined) note.current?.scrollIntoView({ block: 'nearest' });
  }, [failure?.error]);
  return (
    <div ref={note} role="alert" className={classes['failure']}>
      {failure && (
        <AlertBox kind="error" label={problemTexts.notSaved}>
          {describe(failure).map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
          {hasInput && <p>{formTexts.changeKept}</p>}
        </AlertBox>
      )}
    </div>
  );
}

/** The server's own sentences, or the specification's text with the reason. */
function describe({ error, failed }: SaveFailure): string[] {
  if (error instanceof CallError) return explainFailedAction(error, failed);
  return [...getErrorMessages(error, failed), formTexts.unknownReason];
}
