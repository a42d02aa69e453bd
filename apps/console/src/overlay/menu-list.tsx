import {
  useEffect,
  useLayoutEffect,
  useRef,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import classes from './menu.module.css';
import { menuPosition, nextItem } from './menu-navigation.ts';

interface MenuListProps {
  button: RefObject<HTMLButtonElement | null>;
  labelledBy: string;
  onClose: (focus?: boolean) => void;
  children: ReactNode;
}

/** An open menu. It is above everything, so that no scrolling table clips it. */
export function MenuList({ button, labelledBy, onClose, children }: MenuListProps) {
  const list = useRef<HTMLDivElement>(null);
  const typed = useRef({ text: '', at: 0 });

  useLayoutEffect(() => {
    const updatePosition = () => {
      if (!list.current || !button.current) return;
      const viewport = { width: document.documentElement.clientWidth, height: window.innerHeight };
      const { left, top } = menuPosition(button.current.getBoundingClientRect(), list.current, viewport);
      list.current.style.translate = `${left}px ${top}px`;
    };
    list.current?.showPopover();
    updatePosition();
    (itemsOf(list.current)[0] ?? list.current)?.focus({ preventScroll: true });
    window.addEventListener('resize', updatePosition);
    window.addEventListener('scroll', updatePosition, true);
    return () => {
      window.removeEventListener('resize', updatePosition);
      window.removeEventListener('scroll', updatePosition, true);
    };
  }, [button]);

  useEffect(() => {
    const outside = ({ target }: Event) => {
      const inside = [list.current, button.current].some((element) => element?.contains(target as Node));
      if (!inside) onClose(false);
    };
    document.addEventListener('pointerdown', outside);
    return () => document.removeEventListener('pointerdown', outside);
  });

  function onKeyDown(event: KeyboardEvent) {
    // Tab continues from the button.
    if (event.key === 'Tab') return onClose();
    const items = itemsOf(list.current);
    const current = items.indexOf(document.activeElement as HTMLElement);
    const now = Date.now();
    typed.current = {
      text: (now - typed.current.at < TYPING_MS ? typed.current.text : '') + event.key,
      at: now,
    };
    const names = items.map(({ textContent }) => textContent.trim());
    const next = nextItem(event.key, typed.current.text, current, names);
    if (event.key === 'Escape') onClose();
    else if (next === null) return;
    else items[next]?.focus();
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <div
      ref={list}
      popover="manual"
      role="menu"
      tabIndex={-1}
      aria-labelledby={labelledBy}
      className={classes['menu']}
      onKeyDown={onKeyDown}
      // Before the item does its work: a dialog that it opens returns the focus to the element before.
      onClickCapture={(event) => {
        if (endsMenu(event.target)) button.current?.focus();
      }}
      onClick={(event) => {
        if (endsMenu(event.target)) onClose(false);
      }}
    >
      {children}
    </div>
  );
}

const ITEM = '[role^="menuitem"]';
/** Letters typed within this many milliseconds are one text. */
const TYPING_MS = 700;

/** People often switch several options one after another, so the menu stays open. */
function endsMenu(target: EventTarget): boolean {
  const item = target instanceof Element ? target.closest(ITEM) : null;
  return item !== null && item.getAttribute('role') !== 'menuitemcheckbox';
}

function itemsOf(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>(ITEM) ?? [])];
}
