import { column, nullable } from '../columns.ts';

const { id, integer, moment, text } = column;

/** Settings, the configuration, and the history of all changes. */
export const SETTINGS = {
  config: { id, config_key: text, config_value: text, updated_at: moment },

  settings: { id, team_id: integer, setting_key: text, setting_value: text, updated_at: moment },

  /**
   * The history of settings, plans and the configuration: one row for each save. `changes` is JSON of the old and new
   * value of each changed column; of secrets, only the last four characters.
   */
  version: {
    id,
    team_id: nullable(integer),
    subject: text,
    subject_id: integer,
    at: moment,
    actor_role: text,
    actor_id: nullable(integer),
    changes: text,
  },

  /** The audit: actor, action, time and network address. `changes` is JSON of old and new values, without secrets. */
  audit: {
    id,
    at: moment,
    actor_role: text,
    actor_id: nullable(integer),
    address: text,
    action: text,
    outcome: text,
    subject: text,
    subject_id: nullable(integer),
    team_id: nullable(integer),
    changes: nullable(text),
    detail: nullable(text),
    /** For a rejection: its count, and the key under which it is counted. */
    times: nullable(integer),
    counted_as: nullable(text),
  },

  /** For each migration, the newest migration of the oldest version that works with the tables after it. */
  migration_support: { migration: text, works_since: text },

  /** Watermarks: the time up to which a rollup is complete. */
  progress: { name: text, done_until: moment },
} as const;
