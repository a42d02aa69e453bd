import { CallError, explainFailedAction } from '../../../net/call-error.ts';
import { incidentPageTexts as texts } from '../../../texts/incident-page.ts';

/**
 * Says that an answer or a note failed, and why. Only after a rejection is it certain that nothing was recorded: a response
 * can be lost.
 * @param what failed, as the start of a sentence
 */
export function notRecordedText(what: string, error: unknown): string {
  const reason = explainFailedAction(error).join(' ');
  const isCertain = error instanceof CallError && error.kind !== 'unreachable' && error.kind !== 'server';
  return isCertain ? texts.notRecorded(what, reason) : texts.mayNotBeRecorded(what, reason);
}
