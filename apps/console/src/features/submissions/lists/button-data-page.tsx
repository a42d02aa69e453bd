import { BUTTON_LABELS, EMERGENCY_BUTTON_ID, isButtonId } from '@callpoint/contract/catalog';
import type { ButtonClick } from '@callpoint/contract/submissions';
import { useParams } from '../../../links/location.ts';
import { NotFoundPage } from '../../../page/not-found-page.tsx';
import type { RecordsPath } from '../../../list/scope.ts';
import { useScope } from '../../../list/use-scope.ts';
import { submissionTexts } from '../../../texts/submissions.ts';
import { commonColumns, messagesColumn } from './common-columns.tsx';
import { BUTTON_CLICKS } from '../submissions-call.ts';
import { SubmissionsPage } from './submissions-page.tsx';

const CARD = ['name', 'created_at', 'messages', 'location'];

/** Who pressed a safety button, when and where. */
export function Component() {
  const { btnId = '' } = useParams();
  const scope = useScope();
  const id = Number(btnId);
  if (!scope || !isButtonId(id) || btnId !== String(id)) return <NotFoundPage />;
  const path = scope.recordsPath(BUTTON_CLICKS.screen, id);
  return (
    <SubmissionsPage
      key={path}
      scope={scope}
      kind={BUTTON_CLICKS}
      itemId={id}
      title={BUTTON_LABELS[id]}
      description={submissionTexts.buttonDescription}
      columns={columnsOf(path)}
      card={CARD}
      isUrgent={needsSomeone}
      emptyText={submissionTexts.buttonNoneYet}
      settingsPath={`/button_press_settings/${id}`}
    />
  );
}

/** An incident that no one has acknowledged; for older emergencies, one that no one has opened. */
function needsSomeone({ button_id, opened_at, incident }: ButtonClick): boolean {
  if (incident) return incident.state === 'open' && !incident.is_drill;
  return button_id === EMERGENCY_BUTTON_ID && opened_at === null;
}

function columnsOf(path: RecordsPath) {
  return [
    ...commonColumns<ButtonClick>({
      id: submissionTexts.buttonId,
      idWidth: 92,
      time: submissionTexts.buttonTime,
      path,
    }),
    // `Not acknowledged`; then `by Maureen Castillo, ETA 12:51 AM`.
    messagesColumn<ButtonClick>({ minWidth: 140, width: 222, rank: 0 }),
  ];
}
