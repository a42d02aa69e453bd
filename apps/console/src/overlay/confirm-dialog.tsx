import { Button } from '@mantine/core';
import { feedbackTexts } from '../texts/feedback.ts';
import { confirmations } from './confirm.ts';
import type { ConfirmationRequest } from './confirmation-store.ts';
import { dangerButton } from './danger-button.tsx';
import { Dialog, DialogButtons } from './dialog.tsx';

/** The dialog of `confirm`. */
export function ConfirmDialog({ request, onClose }: { request: ConfirmationRequest; onClose: () => void }) {
  const { title, children, verb, dangerIcon } = request;
  return (
    <Dialog title={title} onClose={onClose}>
      {children}
      <DialogButtons>
        <Button variant="default" onClick={onClose}>
          {feedbackTexts.cancel}
        </Button>
        <Button {...(dangerIcon ? dangerButton(dangerIcon) : {})} onClick={() => confirmations.decide(true)}>
          {verb}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
