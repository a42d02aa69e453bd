import type { SubmissionReference } from '../../features/deliveries/deliveries.api.ts';
import { DeliveryTimeline } from '../../features/deliveries/delivery-timeline.tsx';
import { SectionCard } from '../../form/record/section-card.tsx';
import type { Scope } from '../../list/scope.ts';
import { deliveryTexts } from '../../texts/deliveries.ts';

/** Below the facts of a record: the messages that it caused. */
export function NotifiedRecipients({ scope, about }: { scope: Scope; about: SubmissionReference }) {
  return (
    <SectionCard title={deliveryTexts.notified}>
      <DeliveryTimeline scope={scope} about={about} />
    </SectionCard>
  );
}
