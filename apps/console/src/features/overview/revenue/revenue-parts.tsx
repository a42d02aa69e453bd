import { RevenueSection } from './revenue-section.tsx';
import { UnpaidSection } from './unpaid-section.tsx';

/** Money on the overview: decisions that wait, then the figures. */
export function RevenueParts() {
  return (
    <>
      <UnpaidSection />
      <RevenueSection />
    </>
  );
}
