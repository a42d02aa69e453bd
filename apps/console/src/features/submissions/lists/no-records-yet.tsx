import { Link } from '../../../links/link.ts';
import { OWN_SCOPE, type Scope } from '../../../list/scope.ts';
import { EmptyState } from '../../../states/empty-state.tsx';
import { recordsTexts as texts } from '../../../texts/records.ts';
import { submissionTexts } from '../../../texts/submissions.ts';

interface NoRecordsYetProps {
  scope: Scope;
  /** Whether the subscriber has someone who can send records; undefined until it is known. */
  hasPeople: boolean | undefined;
}

/** Shown instead of rows while there are no records: what appears here, and the next step. */
export function NoRecordsYet({ scope, hasPeople }: NoRecordsYetProps) {
  return (
    <EmptyState title={submissionTexts.noneYet} action={nextStep(scope, hasPeople)}>
      {texts.noneYet}
    </EmptyState>
  );
}

function nextStep(scope: Scope, hasPeople: boolean | undefined) {
  if (scope !== OWN_SCOPE) return <Link to="/subscribers">{texts.showSubscribers}</Link>;
  if (hasPeople === undefined) return undefined;
  if (!hasPeople) return <Link to="/add-user">{texts.addUser}</Link>;
  // The settings of the most important button; the others are one link away in the menu.
  return <Link to="/button_press_settings/5">{submissionTexts.checkSettings}</Link>;
}
