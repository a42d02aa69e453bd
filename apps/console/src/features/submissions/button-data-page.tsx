import { BUTTON_LABELS, isButtonId } from '@callpoint/contract/catalogue';
import type { ButtonClick } from '@callpoint/contract/submissions';
import { useParams } from 'react-router';
import { NotFoundPage } from '../../feedback/not-found.tsx';
import { submissionTexts } from '../../lib/texts/submissions.ts';
import { commonColumns } from './common-columns.tsx';
import { BUTTON_CLICKS } from './submissions.api.ts';
import { SubmissionsPage } from './submissions-page.tsx';

const COLUMNS = commonColumns<ButtonClick>({
  id: submissionTexts.buttonId,
  time: submissionTexts.buttonTime,
});
const CARD = ['created_at', 'location', 'name', 'phone', 'email', 'id'];

/** Who pressed a safety button, when and where. */
export function Component() {
  const { btnId = '' } = useParams();
  const id = Number(btnId);
  if (!isButtonId(id) || btnId !== String(id)) return <NotFoundPage />;
  return (
    <SubmissionsPage
      key={id}
      kind={BUTTON_CLICKS}
      itemId={id}
      title={BUTTON_LABELS[id]}
      description={submissionTexts.buttonMeans}
      columns={COLUMNS}
      card={CARD}
      emptyText={submissionTexts.buttonNoneYet}
      settingsPath={`/button_press_settings/${id}`}
    />
  );
}
