import { FieldConflictNote } from './field-conflict-note.tsx';

interface ConflictNoteProps {
  /** What the record is called. */
  record: string;
  labels: Readonly<Record<string, string>>;
  /** What somebody else saved in the fields that this person changed too; null while there is no such thing. */
  clash: { at: string; theirs: readonly { field: string; value: string }[] } | null;
  onTake: () => void;
}

/** At the end of a form: what somebody else saved meanwhile in the fields that were typed in. */
export function ConflictNote({ record, labels, clash, onTake }: ConflictNoteProps) {
  if (!clash) return null;
  const theirs = clash.theirs.map(({ field, value }) => `${labels[field]}: ${value}`).join('\n');
  return <FieldConflictNote field={record} theirs={theirs} at={clash.at} onTake={onTake} />;
}
