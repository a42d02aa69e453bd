import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import { modals } from '@mantine/modals';
import type { ReactNode } from 'react';
import { feedbackTexts } from '../lib/texts/feedback.ts';
import { dangerButton } from './danger-button.tsx';

type Question = {
  /** The question itself, e.g. `Are you sure you want to delete this record?` */
  title: string;
  /** What it means and whether it can be undone. */
  children?: ReactNode;
  /** The verb on the button, e.g. `Delete`. */
  verb: string;
  /** An icon for the verb; with it the button is the dark red one for what cannot be undone. */
  dangerIcon?: ReactNode;
};

/** Asks before something happens. Resolves to true only when the person chose the verb. */
export function confirm({ title, children, verb, dangerIcon }: Question): Promise<boolean> {
  return new Promise((resolve) => {
    modals.openConfirmModal({
      title,
      children,
      // Cancel and Escape say the same.
      withCloseButton: false,
      labels: { confirm: verb, cancel: feedbackTexts.cancel },
      ...(dangerIcon ? { confirmProps: dangerButton(dangerIcon) } : {}),
      onConfirm: () => resolve(true),
      // Called after onConfirm too; a promise keeps its first answer.
      onClose: () => resolve(false),
    });
  });
}
