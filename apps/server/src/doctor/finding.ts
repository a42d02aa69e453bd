/**
 * What one check found. A notice is neither right nor wrong: something that could not be checked, or that the operator
 * must compare. `fix`: what the operator should do, in one line or several; null if nothing, or if `text` says it.
 */
export type Finding = {
  level: 'ok' | 'notice' | 'warning' | 'problem';
  /** What was checked, e.g. `Database`. */
  subject: string;
  text: string;
  fix: string | null;
};

const WORDS = { ok: 'ok      ', notice: 'NOTICE  ', warning: 'WARNING ', problem: 'PROBLEM ' } as const;

export const ok = (subject: string, text: string): Finding => ({ level: 'ok', subject, text, fix: null });

export const notice = (subject: string, text: string, fix: string): Finding => ({
  level: 'notice',
  subject,
  text,
  fix,
});

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
  const lines = fix === null ? [] : fix.split('\n');
  return [`${WORDS[level]} ${subject}: ${text}`, ...lines.map((line) => `          ${line}`)];
}
