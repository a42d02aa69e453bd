import { useEffect, useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
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

/** The second tap of a double tap must not answer. In milliseconds. */
const GUARD = 600;

/** Asks before something happens. Escape and the back gesture mean no. */
export function Confirm({ title, children, yes, no, onYes, onNo }: ConfirmProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const [isReady, setReady] = useState(false);
  const [titleId, textId] = [useId(), useId()];
  useEffect(() => {
    const timer = setTimeout(() => setReady(true), GUARD);
    return () => clearTimeout(timer);
  }, []);
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    // Not a button: the key that opened the question may still be held. The title is also what a small screen shows.
    heading.current?.focus();
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
      onKeyDown={(event) => {
        if (event.repeat && event.key === 'Enter') event.preventDefault();
      }}
    >
      <h2 ref={heading} tabIndex={-1} id={titleId} className={classes['dialogTitle']}>
        {title}
      </h2>
      <div id={textId} className={classes['dialogText']}>
        {children}
      </div>
      <div className={classes['dialogActions']}>
        <Button kind="danger" disabled={!isReady} onClick={onYes}>
          {yes}
        </Button>
        <Button disabled={!isReady} onClick={onNo}>
          {no}
        </Button>
        <CallEmergency />
      </div>
    </dialog>
  );
}
