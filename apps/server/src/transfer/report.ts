import { EnvironmentError } from '../config/variables.ts';
import { isDiskFull } from '../db/postgres/unavailable.ts';
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

/** The problem that a check throws, which names what it checks; none if it throws nothing. */
export async function problemsOf(name: string, check: () => Promise<unknown>): Promise<string[]> {
  try {
    await check();
    return [];
  } catch (error) {
    const text = problemText(error);
    if (text === null) throw error;
    return [text.includes(name) ? text : `${name}: ${text}`];
  }
}

/** Null for an error of our own, which has a stack. */
function problemText(error: unknown): string | null {
  if (error instanceof EnvironmentError) return `Settings: ${error.message}`;
  if (error instanceof TransferError || isDiskFull(error)) return error.message;
  if ((error as { code?: unknown }).code === 'ENOSPC') return 'the disk is full';
  // Of the operating system and of PostgreSQL: no such host, no permission, a full disk.
  const { code, message, cause } = error as { code?: unknown; message?: string; cause?: unknown };
  if (cause instanceof Error) return `${message ?? ''}: ${cause.message || String(code)}`;
  if (typeof code !== 'string' || code.startsWith('ERR_')) return null;
  // Several addresses of one host failed.
  return message || code;
}

export function contentLine(summary: Summary): string {
  const of = (table: string) => summary.get(table)?.rows ?? 0;
  const content = [
    count(of('team'), 'subscriber', 'subscribers'),
    count(of('app_user'), 'app user', 'app users'),
    count(of('button_click') + of('form_submission'), 'submission', 'submissions'),
    count(of('delivery'), 'message', 'messages'),
    count(of('image_content'), 'image', 'images'),
  ];
  const rows = count(totalRows(summary), 'row', 'rows');
  return `${rows} of ${count(summary.size, 'table', 'tables')}: ${content.join(', ')}.`;
}

/** What a copy does not contain. */
export function missingImagesLines(missing: number, hasBucket: boolean): string[] {
  if (missing === 0) return hasBucket ? ['Images in the bucket (PICTURES_URL) are not part of it.'] : [];
  const [images, are, files] =
    missing === 1
      ? ['1 image is', 'it is', 'its file was']
      : [`${figure(missing)} images are`, 'they are', 'their files were'];
  return hasBucket
    ? [`${images} not part of it: ${are} in the bucket (PICTURES_URL). Back up the bucket too.`]
    : [`${images} not part of it: ${files} not found.`];
}

/** Tables that a copy does not contain, because they are not of Callpoint. */
export function otherTablesLines(names: readonly string[]): string[] {
  if (names.length === 0) return [];
  const [tables, are] = names.length === 1 ? ['table', 'is'] : ['tables', 'are'];
  return [`The ${tables} ${names.join(', ')} of this database ${are} not of Callpoint, and not part of it.`];
}

/** What a restore stopped, one line for each kind. */
export function heldLines(held: Held): string[] {
  const lines: [number, string, string][] = [
    [
      held.messages,
      'message that was waiting is held. Release it in the console if it should be sent',
      'messages that were waiting are held. Release them in the console if they should be sent',
    ],
    [
      held.incidents,
      'incident that no one had acknowledged stays open, without further steps',
      'incidents that no one had acknowledged stay open, without further steps',
    ],
    [held.checkIns, 'check-in that was due has ended', 'check-ins that were due have ended'],
    [held.pushMessages, 'push message is not sent', 'push messages are not sent'],
    [
      held.emails,
      'due email about a payment or a monthly report is not sent',
      'due emails about payments and monthly reports are not sent',
    ],
    [
      held.sessions,
      'session of a console has ended: the person logs in again. Phones stay logged in',
      'sessions of consoles have ended: people log in again. Phones stay logged in',
    ],
    [
      held.links,
      'unused link for a password or an installation has ended: the person needs a new one',
      'unused links for passwords and installation have ended: people need new ones',
    ],
  ];
  return lines.filter(([number]) => number > 0).map((line) => `- ${count(...line)}.`);
}

/** Prints problems and returns the exit code. */
export function complain(problems: readonly string[]): number {
  for (const problem of problems) console.error(problem);
  return 1;
}

function count(number: number, one: string, several: string): string {
  return `${figure(number)} ${number === 1 ? one : several}`;
}

function figure(number: number): string {
  return number.toLocaleString('en-US');
}
