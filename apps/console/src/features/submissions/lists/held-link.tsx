import { Link } from '../../../links/link.ts';
import { submissionTexts } from '../../../texts/submissions.ts';

/** After the description of a list: to the messages that wait until someone releases them. */
export function HeldLink({ teamId }: { teamId?: number | undefined }) {
  const ofTeam = teamId === undefined ? '' : `&team_id=${teamId}`;
  return <Link to={`/deliveries?state=held${ofTeam}`}>{submissionTexts.release}</Link>;
}
