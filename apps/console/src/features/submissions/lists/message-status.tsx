import type { MessageCounts } from '@callpoint/contract/submissions';
import { Status } from '../../../display/status.tsx';
import { submissionTexts } from '../../../texts/submissions.ts';

const texts = submissionTexts.messageStatus;

interface MessageStatusProps {
  counts: MessageCounts;
  /** When an emergency was opened; null if it was not, and for all other records. */
  openedAt?: string | null;
}

/** The messages about a record in words: the worst first, and how many there are. */
export function MessageStatus({ counts, openedAt = null }: MessageStatusProps) {
  const { failed, held, pending, sent, delivered } = counts;
  const total = failed + held + pending + sent + delivered;
  const of = (count: number) => (count < total ? texts.of(total) : undefined);
  if (total === 0 && openedAt === null) return <Status kind="skipped">{texts.none}</Status>;
  if (failed > 0)
    return (
      <Status kind="failed" more={of(failed)}>
        {texts.failed(failed)}
      </Status>
    );
  if (held > 0)
    return (
      <Status kind="held" more={of(held)}>
        {texts.held(held)}
      </Status>
    );
  if (openedAt !== null)
    return (
      <Status kind="opened" more={total > 0 ? texts.after(total) : undefined}>
        {texts.opened}
      </Status>
    );
  if (pending > 0)
    return (
      <Status kind="pending" more={of(pending)}>
        {texts.pending(pending)}
      </Status>
    );
  if (delivered === total) return <Status kind="sent">{texts.delivered(total)}</Status>;
  const more = delivered > 0 ? texts.alsoDelivered(delivered) : undefined;
  return (
    <Status kind="sent" more={more}>
      {texts.sent(total)}
    </Status>
  );
}
