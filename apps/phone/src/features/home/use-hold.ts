import { useCallback, useEffect, useRef, useState, type MouseEvent, type PointerEvent } from 'react';

/** How long a button is held until it is pressed, in milliseconds. */
export const HOLD_TIME = 1_500;
/** A shorter touch is a tap, which asks instead. */
const TAP = 400;
/** Pixels that a finger may move. */
const SLACK = 60;

interface HoldOptions {
  /** The finger is down; a press may follow. */
  onStart: () => void;
  onPressed: () => void;
  /** A tap, a key, or the command of a screen reader. */
  onTap: () => void;
  isEnabled: boolean;
}

type Touch = {
  pointer: number;
  at: number;
  x: number;
  y: number;
  timer: ReturnType<typeof setTimeout>;
};

/** True while any button is held: two are never pressed at the same time. */
let isAnyHeld = false;

/** The gesture of a button: press and hold. Letting go, or moving away, cancels it. */
export function useHold({ onStart, onPressed, onTap, isEnabled }: HoldOptions) {
  const [isHolding, setHolding] = useState(false);
  const touch = useRef<Touch | null>(null);
  /** The click that follows a cancelled or completed hold is none. */
  const isClickMeant = useRef(true);
  useEffect(
    () => () => {
      if (!touch.current) return;
      clearTimeout(touch.current.timer);
      isAnyHeld = false;
    },
    [],
  );
  /** A finger in a glove moves: while it holds, the page does not scroll. React's own listeners cannot prevent that. */
  const element = useCallback((button: HTMLElement | null) => {
    const hold = (event: TouchEvent) => {
      if (touch.current) event.preventDefault();
    };
    button?.addEventListener('touchmove', hold, { passive: false });
    return () => button?.removeEventListener('touchmove', hold);
  }, []);

  const end = () => {
    const ended = touch.current;
    if (!ended) return null;
    clearTimeout(ended.timer);
    touch.current = null;
    isAnyHeld = false;
    setHolding(false);
    return ended;
  };
  const cancel = () => {
    if (end()) isClickMeant.current = false;
  };
  const cancelOf = ({ pointerId }: PointerEvent) => {
    if (touch.current?.pointer === pointerId) cancel();
  };
  const handlers = {
    ref: element,
    onPointerDown: (event: PointerEvent) => {
      // A second finger, or rain, neither starts nor ends the hold of the first. A hand elsewhere does not prevent it.
      if (!isEnabled || event.button !== 0 || isAnyHeld) return;
      isAnyHeld = true;
      isClickMeant.current = true;
      onStart();
      setHolding(true);
      const timer = setTimeout(() => {
        end();
        isClickMeant.current = false;
        onPressed();
      }, HOLD_TIME);
      touch.current = {
        pointer: event.pointerId,
        at: event.timeStamp,
        x: event.clientX,
        y: event.clientY,
        timer,
      };
    },
    onPointerMove: ({ pointerId, clientX, clientY }: PointerEvent) => {
      const start = touch.current;
      if (start?.pointer === pointerId && Math.hypot(clientX - start.x, clientY - start.y) > SLACK) cancel();
    },
    onPointerUp: ({ pointerId, timeStamp }: PointerEvent) => {
      if (touch.current?.pointer !== pointerId) return;
      const ended = end();
      if (ended && timeStamp - ended.at > TAP) isClickMeant.current = false;
    },
    onPointerCancel: cancelOf,
    onPointerLeave: cancelOf,
    onContextMenu: (event: MouseEvent) => event.preventDefault(),
    onClick: (event: MouseEvent) => {
      // A key or a screen reader clicks without a touch (detail 0).
      if (event.detail === 0 || isClickMeant.current) onTap();
      isClickMeant.current = true;
    },
  };
  return { isHolding, handlers };
}
