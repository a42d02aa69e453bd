import type { PagePath } from '../links/page-path.ts';
import { subscriberNameTexts as texts } from '../texts/subscriber-name.ts';
import { RecordLink, RowId } from './cells.tsx';

interface SubscriberLinkProps {
  id: number;
  /** Null: only its number is known. */
  name: string | null;
  /** The subscriber's profile if it is not given. */
  to?: PagePath;
}

/** A subscriber in a list. Its number is first: a long name that is cut cannot hide it. */
export function SubscriberLink({ id, name, to = `/subscriber/profile/${id}` }: SubscriberLinkProps) {
  return (
    <RecordLink to={to} label={name ? texts.numberFirst(id, name) : texts.numberOnly(id)}>
      <RowId>{id}</RowId> {name}
    </RecordLink>
  );
}
