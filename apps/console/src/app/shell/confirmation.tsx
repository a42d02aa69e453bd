import { lazyPart } from '../../states/lazy-part.tsx';
import { useStore } from '../../store/use-store.ts';
import { confirmations } from '../../overlay/confirm.ts';

/** Its code loads when someone first uses the page, and is ready before they need it. */
const ConfirmDialog = lazyPart(async () => (await import('../../overlay/confirm-dialog.tsx')).ConfirmDialog, {
  before: 'input',
});

/** Shows the dialog of `confirm`; rendered once, around all pages. */
export function Confirmation() {
  const request = useStore(confirmations);
  return request && <ConfirmDialog request={request} onClose={() => confirmations.decide(false)} />;
}
