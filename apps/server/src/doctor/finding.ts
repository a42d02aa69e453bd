/** What one check found. `fix`: what the operator should do; null if nothing, or if `text` says it. */
export type Finding = {
  level: 'ok' | 'warning' | 'problem';
  /** What was checked, e.g. `Database`. */
  subject: string;
  text: string;
  fix: string | null;
};

const WORDS = { ok: 'ok      ', warning: 'WARNING ', problem: 'PROBLEM ' } as const;

export const ok = (subject: string, text: string): Finding => ({ level: 'ok', subject, text, fix: null });

export const warning = (subject: string, text: string, fix: string): Finding => ({
  level: 'warning',
  subject,
  text,
  fix,
});

export const problem = (subject: string, text: string, fix: string): Finding => ({
  level: 'problem',
  subject,
  text,
  fix,
});

/** The lines that the operator reads. */
export function findingLines({ level, subject, text, fix }: Finding): string[] {
  return [`${WORDS[level]} ${subject}: ${text}`, ...(fix === null ? [] : [`          ${fix}`])];
}

/** The text of an error, also if its own message is empty. */
export function errorText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message || ('code' in error ? String(error.code) : error.name);
}
