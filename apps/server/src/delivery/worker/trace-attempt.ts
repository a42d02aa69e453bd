import { currentSpan, inTrace, isTracing } from '../../tracing/spans.ts';
import type { SendOutcome } from '../channels/channel.ts';
import type { ClaimedMessage } from '../queue/claim.ts';

/** Runs an attempt as a trace of its own, which names the message and its submission by id and never the address. */
export function traceAttempt(
  message: ClaimedMessage,
  send: () => Promise<SendOutcome>,
): Promise<SendOutcome> {
  if (!isTracing()) return send();
  const attributes = {
    'callpoint.message_id': message.id,
    'callpoint.channel': message.channel,
    'callpoint.attempt': message.attempts + 1,
    ...(message.button_click_id === null ? {} : { 'callpoint.press_id': message.button_click_id }),
    ...(message.form_submission_id === null ? {} : { 'callpoint.form_id': message.form_submission_id }),
  };
  return inTrace(`attempt ${message.channel}`, attributes, async () => {
    const outcome = await send();
    currentSpan()?.setAttribute('callpoint.outcome', outcome.kind);
    if (outcome.kind !== 'sent') currentSpan()?.setAttribute('callpoint.fault', outcome.fault);
    return outcome;
  });
}
