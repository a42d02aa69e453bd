import { isButtonId, isFormId, itemLabel, type Item } from '@callpoint/contract/catalog';
import type { Delivery } from '@callpoint/contract/deliveries';
import { teamScope, OWN_SCOPE, type Scope } from '../../list/scope.ts';
import { deliveryTexts } from '../../texts/deliveries.ts';
import { MissingValue, RecordLink } from '../../display/cells.tsx';

interface SubmissionLinkProps {
  scope: Scope;
  message: Delivery;
  /** In a list: the number comes first, because the name is often cut off. */
  short?: boolean;
}

/** What a message is about: the record, as a link while it exists. */
export function SubmissionLink({ scope, message, short = false }: SubmissionLinkProps) {
  const item = itemOf(message);
  const id = message.button_click_id ?? message.form_submission_id;
  if (!item) return <MissingValue>{deliveryTexts.nothingElse}</MissingValue>;
  const itemText = itemLabel(item);
  if (message.purpose === 'test') return deliveryTexts.testOf(itemText);
  if (id === null) return <MissingValue>{deliveryTexts.deletedRecord(itemText)}</MissingValue>;
  const pages = scope === OWN_SCOPE ? OWN_SCOPE : teamScope(message.team_id);
  const records = pages.recordsPath(item.kind === 'button' ? 'button_data' : 'form_data', item.id);
  const label = (short ? deliveryTexts.shortRecord : deliveryTexts.record)(itemText, id);
  return (
    <RecordLink to={`${records}/${id}`} label={label}>
      {label}
    </RecordLink>
  );
}

function itemOf({ button_id, f_id }: Delivery): Item | null {
  if (button_id !== null && isButtonId(button_id)) return { kind: 'button', id: button_id };
  return f_id !== null && isFormId(f_id) ? { kind: 'form', id: f_id } : null;
}
