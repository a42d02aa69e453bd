import { ForbiddenState } from '../states/forbidden-state.tsx';
import { feedbackTexts } from '../texts/feedback.ts';
import { Page } from './page.tsx';

/** A page that the signed-in person may not see. */
export function ForbiddenPage() {
  return (
    <Page title={feedbackTexts.noAccess}>
      <ForbiddenState />
    </Page>
  );
}
