import { EnvironmentError } from '../config/variables.ts';
import type { Held } from './hold-restored.ts';
import { TransferError, totalRows, type Summary } from './parts.ts';

/** The sentences that the commands print. */

/** Runs a command and sets the exit code. An error that the operator can fix is one line. */
export async function runCommand(main: (args: readonly string[]) => Promise<number>): Promise<void> {
  try {
    process.exitCode = await main(process.argv.slice(2));
  } catch (error) {
    const text = problemText(error);
    if (text === null) throw error;
    process.exitCode = complain([text]);
  }
}

/** The problem that a check throws, with the name of what it checks; none if it throws nothing. */
export async function problemsOf(name: string, check: () => Promise<unknown>): Promise<string[]> {
  try {
    await check();
    return [];
  } catch (error) {
    const text = problemText(error);
    if (text === null) throw error;
    return [`${name}: ${text}`];
  }
}

/** Null for an error of our own, which has a stack. */
function problemText(error: unknown): string | null {
  if (error instanceof EnvironmentError) return `Settings: ${error.message}`;
  if (error instanceof TransferError) return error.message;
  // Of the operating system and of PostgreSQL: no such host, no permission, a full disk.
  const { code, message, cause } = error as { code?: unknown; message?: string; cause?: unknown };
  if (cause instanceof Error) return `${message ?? ''}: ${cause.message || String(code)}`;
  if (typeof code !== 'string' || code.startsWith('ERR_')) return null;
  // Several addresses of one host failed.
  return message || code;
}

export function contentLine(summary: Summary): string {
  const submissions = (summary.get('button_click')?.rows ?? 0) + (summary.get('form_submission')?.rows ?? 0);
  const of = (table: string) => figure(summary.get(table)?.rows ?? 0);
  return `${figure(totalRows(summary))} rows of ${summary.size} tables: ${of('team')} subscribers, ${of('app_user')} app users, ${figure(submissions)} submissions, ${of('delivery')} messages, ${of('image_content')} images.`;
}

/** What a copy does not contain. */
export function missingImagesLines(count: number, hasBucket: boolean): string[] {
  if (count === 0) return hasBucket ? ['Images in the bucket (PICTURES_URL) are not part of it.'] : [];
  return hasBucket
    ? [
        `${figure(count)} images are not part of it: they are in the bucket (PICTURES_URL). Back up the bucket too.`,
      ]
    : [`${figure(count)} images are not part of it: their files were not found.`];
}

/** What a restore stopped, one line for each kind. */
export function heldLines(held: Held): string[] {
  const lines: [number, string][] = [
    [
      held.messages,
      'messages that were waiting are held. Release them in the console if they should be sent',
    ],
    [held.incidents, 'incidents that no one had acknowledged stay open, without further steps'],
    [held.checkIns, 'check-ins that were due have ended'],
    [held.pushMessages, 'push messages are not sent'],
    [held.emails, 'due emails about payments and monthly reports are not sent'],
    [held.sessions, 'sessions of consoles have ended: people log in again. Phones stay logged in'],
    [held.links, 'unused links for passwords and installation have ended: people need new ones'],
  ];
  return lines.filter(([count]) => count > 0).map(([count, text]) => `- ${figure(count)} ${text}.`);
}

/** Prints problems and returns the exit code. */
export function complain(problems: readonly string[]): number {
  for (const problem of problems) console.error(problem);
  return 1;
}

function figure(count: number): string {
  return count.toLocaleString('en-US');
}
