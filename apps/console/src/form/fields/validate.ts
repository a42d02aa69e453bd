import type { z } from 'zod';

/** Messages of the contract's schemas as the errors of a form's fields, one sentence each. */

/** A message that starts with a small letter follows the field's name: `Email` + `is required`. */
export function fieldSentence(label: string, message: string): string {
  const sentenceText = /^\p{Ll}/u.test(message) ? `${label} ${message}` : message;
  return /[.!?]$/.test(sentenceText) ? sentenceText : `${sentenceText}.`;
}

/**
 * The first problem of each field that a schema finds.
 * @param labels the fields that the person sees; problems of other fields are left to the server
 */
export function schemaErrors(
  schema: z.ZodType,
  labels: Readonly<Record<string, string>>,
  value: unknown,
): Record<string, string> {
  const result = schema.safeParse(value);
  return result.success ? {} : errorsOf(result.error.issues, labels);
}

function errorsOf(
  issues: readonly z.core.$ZodIssue[],
  labels: Readonly<Record<string, string>>,
): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const issue of issues) {
    const field = issue.path.map(String).join('.');
    const label = labels[field];
    if (label !== undefined) errors[field] ??= fieldSentence(label, issue.message);
  }
  return errors;
}

/** All problems that a schema finds in one value, as sentences; empty if it is valid. */
export function schemaProblems(schema: z.ZodType, value: unknown, label: string): string[] {
  const result = schema.safeParse(value);
  return result.success ? [] : result.error.issues.map(({ message }) => fieldSentence(label, message));
}
