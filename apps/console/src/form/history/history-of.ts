import type { VersionSubject } from '@callpoint/contract/versions';
import type { HistoryBase } from './history.api.ts';
import type { ValueKind } from './value-difference.ts';

/** One value with a history: a setting, or a field of a plan. */
export interface HistoryField {
  /** The id of its row. */
  id: number;
  /** The changed column: `setting_value`, `plan_name`. */
  column: string;
  label: string;
  kind: ValueKind;
  /** The saved value. */
  saved: string;
  /** A short value as people read it. */
  show?: (value: string) => string;
  /** True if only the last characters are stored. */
  isSecret?: boolean;
}

export interface HistoryOf {
  /** What it is the history of: the title of a card. */
  title: string;
  base: HistoryBase;
  subject: VersionSubject;
  fields: readonly HistoryField[];
  /**
   * Saves a value again. Returns `changed` if someone else has changed it since it was read; throws a CallError if it is
   * rejected.
   */
  onRestore: (field: HistoryField, value: string) => Promise<'saved' | 'changed'>;
}
