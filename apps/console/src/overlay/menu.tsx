import { Suspense, useId, useRef, useState, type ReactNode, type RefObject } from 'react';
import { lazyCode } from '../states/lazy-part.tsx';
import { feedbackTexts } from '../texts/feedback.ts';

const MenuList = lazyCode(async () => (await import('./menu-list.tsx')).MenuList, {
  instead: feedbackTexts.partFailed,
  before: 'input',
});

interface MenuButton {
  ref: RefObject<HTMLButtonElement | null>;
  id: string;
  'aria-haspopup': 'menu';
  'aria-expanded': boolean;
  onClick: () => void;
}

interface MenuProps {
  /** The button that opens the menu, and names it. */
  renderButton: (props: MenuButton) => ReactNode;
  /** Items of `menu-items.ts`. The menu appears when their code is loaded. */
  children: ReactNode;
}

/** A button with a menu: arrow keys and first letters move, Enter chooses, Escape closes and returns to the button. */
export function Menu({ renderButton, children }: MenuProps) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const close = (focus = true) => {
    setOpen(false);
    if (focus) button.current?.focus();
  };
  return (
    <>
      {renderButton({
        ref: button,
        id,
        'aria-haspopup': 'menu',
        'aria-expanded': open,
        onClick: () => setOpen((now) => !now),
      })}
      {open && (
        <Suspense fallback={null}>
          <MenuList button={button} labelledBy={id} onClose={close}>
            {children}
          </MenuList>
        </Suspense>
      )}
    </>
  );
}
