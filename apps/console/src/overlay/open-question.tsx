import { Button } from '@mantine/core';
import { useStore } from '../store/use-store.ts';
import { feedbackTexts } from '../texts/feedback.ts';
import { questions } from './confirm.ts';
import { dangerButton } from './danger-button.tsx';
import { Dialog, DialogButtons } from './dialog.tsx';

/** Shows the dialog of `confirm`; rendered once, around all pages. */
export function OpenQuestion() {
  const question = useStore(questions);
  if (!question) return null;
  const { title, children, verb, dangerIcon } = question;
  const no = () => questions.answer(false);
  return (
    <Dialog title={title} onClose={no}>
      {children}
      <DialogButtons>
        <Button variant="default" onClick={no}>
          {feedbackTexts.cancel}
        </Button>
        <Button {...(dangerIcon ? dangerButton(dangerIcon) : {})} onClick={() => questions.answer(true)}>
          {verb}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
