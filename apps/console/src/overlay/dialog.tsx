import { useId, useLayoutEffect, useRef, type MouseEvent, type ReactNode } from 'react';
import classes from './dialog.module.css';

interface DialogProps {
  /** Read aloud as the dialog's name. */
  title: ReactNode;
  /** Called when the person closes it: with Escape, or a click outside. */
  onClose: () => void;
  /** `middle`, or along the left edge like a menu. */
  position?: 'middle' | 'left';
  /** `wide`: for texts; `largest`: as large as the window. */
  width?: 'wide' | 'largest';
  /** Shown at the right of the title. */
  corner?: ReactNode;
  children?: ReactNode;
}

/**
 * A modal dialog: the browser's own dialog keeps the focus in it, closes on Escape, and returns the
 * focus to the previous element. It is open for as long as it is rendered.
 */
export function Dialog({ title, onClose, position = 'middle', width, corner, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const id = useId();

  useLayoutEffect(() => {
    const dialog = element.current;
    keepWidth();
    dialog?.showModal();
    // While it is still in the page: the focus returns only then.
    return () => dialog?.close();
  }, []);

  const onBackdrop = (event: MouseEvent) => {
    if (event.target === element.current) onClose();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape is the key
    <dialog
      ref={element}
      className={classes['dialog']}
      data-position={position}
      data-width={width}
      aria-labelledby={id}
      onMouseDown={onBackdrop}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      // A second Escape closes it in any case.
      onClose={(event) => {
        if (!event.currentTarget.open) onClose();
      }}
    >
      <div className={classes['inside']}>
        <div className={classes['head']}>
          <h2 id={id} className={classes['title']}>
            {title}
          </h2>
          {corner}
        </div>
        {children}
      </div>
    </dialog>
  );
}

/** The buttons at the end of a dialog; the one that changes nothing first. */
export function DialogButtons({ children }: { children: ReactNode }) {
  return <div className={classes['buttons']}>{children}</div>;
}

/** The page behind loses its scroll bar; if that took room, the room is reserved, so that nothing moves. */
function keepWidth(): void {
  if (document.querySelector('dialog:modal')) return;
  const { clientWidth, style } = document.documentElement;
  style.setProperty('--cp-scrollbar', `${window.innerWidth - clientWidth}px`);
}
