import { FieldConflictNote } from './field-conflict-note.tsx';

interface ConflictNoteProps {
  /** The name of the record in the text. */
  record: string;
  labels: Readonly<Record<string, string>>;
  /** What someone else saved in the fields that this person changed, too; null without a conflict. */
  conflict: { at: string; theirs: readonly { field: string; value: string }[] } | null;
  onTake: () => void;
}

/** At the end of a form: what someone else saved meanwhile in the edited fields. */
export function ConflictNote({ record, labels, conflict, onTake }: ConflictNoteProps) {
  if (!conflict) return null;
  const theirs = conflict.theirs.map(({ field, value }) => `${labels[field]}: ${value}`).join('\n');
  return <FieldConflictNote field={record} theirs={theirs} at={conflict.at} onTake={onTake} />;
}
