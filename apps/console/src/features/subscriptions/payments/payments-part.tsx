import type { Team } from '@callpoint/contract/subscribers';
import { CardSection } from './card-section.tsx';
import { InvoicesSection } from './invoices-section.tsx';
import { hasCard, type ProfileScope } from '../profile-scope.ts';

/** What a subscriber has paid, and with which card: only the subscriber itself sees the card. */
export function PaymentsPart({ team, scope }: { team: Team; scope: ProfileScope }) {
  return (
    <>
      {hasCard(team, scope) && <CardSection />}
      <InvoicesSection scope={scope} />
    </>
  );
}
