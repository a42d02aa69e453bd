import type { SessionEnd } from '../../session/session.ts';
import type { SendingProblem } from '../../storage/database.ts';
import { serverText } from '../../texts/server-text.ts';
import { texts } from '../../texts/texts.ts';

/** `waiting`: no attempt of its own was made yet. */
export type Unsent = SendingProblem['code'] | 'waiting';

type Known = { problem: SendingProblem | null; end: SessionEnd | null; isOnline: boolean };

/** Why a submission is not sent, in the phone's language. The last attempt may be older than the phone's connection. */
export function unsentReason(code: Unsent, { problem, end, isOnline }: Known): string {
  if (code === 'rejected') return `${texts.sent.problems.rejected} ${serverText(problem)}`;
  if (code === 'signed-out') return serverText(end ?? problem) || texts.sent.problems[code];
  if (!isOnline) return texts.sent.problems.offline;
  return texts.sent.problems[code === 'offline' ? 'waiting' : code];
}
