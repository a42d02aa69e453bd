import { Button } from '@mantine/core';
import { useStore } from '../store/use-store.ts';
import { feedbackTexts } from '../texts/feedback.ts';
import { confirmations } from './confirm.ts';
import { dangerButton } from './danger-button.tsx';
import { Dialog, DialogButtons } from './dialog.tsx';

/** Shows the dialog of `confirm`; rendered once, around all pages. */
export function ConfirmDialog() {
  const request = useStore(confirmations);
  if (!request) return null;
  const { title, children, verb, dangerIcon } = request;
  const decline = () => confirmations.decide(false);
  return (
    <Dialog title={title} onClose={decline}>
      {children}
      <DialogButtons>
        <Button variant="default" onClick={decline}>
          {feedbackTexts.cancel}
        </Button>
        <Button {...(dangerIcon ? dangerButton(dangerIcon) : {})} onClick={() => confirmations.decide(true)}>
          {verb}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
