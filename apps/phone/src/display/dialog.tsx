import { useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import { Button } from './button.tsx';
import { CallEmergency } from './call-emergency.tsx';
import classes from './controls.module.css';

interface ConfirmProps {
  title: string;
  children: ReactNode;
  yes: string;
  no: string;
  onYes: () => void;
  onNo: () => void;
}

/** Asks before something happens. Escape and the back gesture mean no. */
export function Confirm({ title, children, yes, no, onYes, onNo }: ConfirmProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [titleId, textId] = [useId(), useId()];
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    // Its first button has the focus; what it is about must be visible.
    shown?.scrollTo(0, 0);
    // Closing returns the focus to where it was.
    return () => shown?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={classes['dialog']}
      aria-labelledby={titleId}
      aria-describedby={textId}
      onCancel={onNo}
    >
      <h2 id={titleId} className={classes['dialogTitle']}>
        {title}
      </h2>
      <div id={textId}>{children}</div>
      <div className={classes['dialogActions']}>
        <Button kind="danger" onClick={onYes}>
          {yes}
        </Button>
        <Button onClick={onNo}>{no}</Button>
        <CallEmergency />
      </div>
    </dialog>
  );
}
