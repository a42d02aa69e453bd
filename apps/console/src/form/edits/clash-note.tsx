import { TheirsNote } from './theirs-note.tsx';

interface ClashNoteProps {
  /** What the record is called. */
  record: string;
  labels: Readonly<Record<string, string>>;
  /** What somebody else saved in the fields that this person changed too; null while there is no such thing. */
  clash: { at: string; theirs: readonly { field: string; value: string }[] } | null;
  onTake: () => void;
}

/** At the end of a form: what somebody else saved meanwhile in the fields that were typed in. */
export function ClashNote({ record, labels, clash, onTake }: ClashNoteProps) {
  if (!clash) return null;
  const theirs = clash.theirs.map(({ field, value }) => `${labels[field]}: ${value}`).join('\n');
  return <TheirsNote field={record} theirs={theirs} at={clash.at} onTake={onTake} />;
}
