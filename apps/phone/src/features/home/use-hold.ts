import { useCallback, useEffect, useRef, useState, type MouseEvent, type PointerEvent } from 'react';

/** How long a button is held until it is pressed, in milliseconds. */
export const HOLD_TIME = 1_500;
/** A shorter touch is a tap, which asks instead. */
const TAP = 400;
/** From here on, in milliseconds, the touch is a hold: its overlay is shown. Before, a moving finger scrolls. */
export const HOLD_SHOWN_AFTER = 120;
/** Pixels that a holding finger may move, and a finger that only touches. */
const SLACK = { holding: 60, touching: 10 };

interface HoldOptions {
  /** The finger is down; a press may follow. */
  onStart: () => void;
  onPressed: () => void;
  /** A tap, a key, or the command of a screen reader. */
  onTap: () => void;
  /** A hold that is neither a tap nor complete: nothing is sent. */
  onEarly: () => void;
  isEnabled: boolean;
}

type Touch = {
  pointer: number;
  at: number;
  x: number;
  y: number;
  isHold: boolean;
  timers: ReturnType<typeof setTimeout>[];
};

/** True while any button is held: two are never pressed at the same time. */
let isAnyHeld = false;

/** The gesture of a button: press and hold. Letting go, or moving away, cancels it. */
export function useHold({ onStart, onPressed, onTap, onEarly, isEnabled }: HoldOptions) {
  const [isHolding, setHolding] = useState(false);
  const touch = useRef<Touch | null>(null);
  /** The click that follows a canceled or completed hold is none. */
  const isClickMeant = useRef(true);
  useEffect(
    () => () => {
      if (!touch.current) return;
      stopTimers(touch.current);
      isAnyHeld = false;
    },
    [],
  );
  /** A finger in a glove moves: while it holds, the page does not scroll. React's own listeners cannot prevent that. */
  const element = useCallback((button: HTMLElement | null) => {
    const hold = (event: TouchEvent) => {
      if (touch.current?.isHold) event.preventDefault();
    };
    button?.addEventListener('touchmove', hold, { passive: false });
    return () => button?.removeEventListener('touchmove', hold);
  }, []);

  const end = () => {
    const ended = touch.current;
    if (!ended) return null;
    stopTimers(ended);
    touch.current = null;
    isAnyHeld = false;
    setHolding(false);
    return ended;
  };
  const cancel = () => {
    const ended = end();
    if (!ended) return;
    isClickMeant.current = false;
    if (ended.isHold) onEarly();
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
      const started: Touch = {
        pointer: event.pointerId,
        at: event.timeStamp,
        x: event.clientX,
        y: event.clientY,
        isHold: false,
        timers: [],
      };
      touch.current = started;
      const show = setTimeout(() => {
        started.isHold = true;
        setHolding(true);
      }, HOLD_SHOWN_AFTER);
      const complete = setTimeout(() => {
        end();
        isClickMeant.current = false;
        ignoreClickOf(started.pointer);
        onPressed();
      }, HOLD_TIME);
      started.timers.push(show, complete);
    },
    onPointerMove: ({ pointerId, clientX, clientY }: PointerEvent) => {
      const start = touch.current;
      if (start?.pointer !== pointerId) return;
      const slack = start.isHold ? SLACK.holding : SLACK.touching;
      if (Math.hypot(clientX - start.x, clientY - start.y) > slack) cancel();
    },
    onPointerUp: ({ pointerId, timeStamp }: PointerEvent) => {
      if (touch.current?.pointer !== pointerId) return;
      const ended = end();
      if (!ended || timeStamp - ended.at <= TAP) return;
      isClickMeant.current = false;
      onEarly();
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

/** How long after the finger has left its click may come, in milliseconds. */
const CLICK_FOLLOWS = 400;

/** The finger that completed a hold still lies on the screen that follows: lifting it must not press a button there. */
function ignoreClickOf(pointer: number): void {
  const ignore = (event: Event) => {
    const { pointerId, detail } = event as globalThis.PointerEvent;
    // Another finger, or a key.
    if (detail === 0 || (pointerId > 0 && pointerId !== pointer)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const release = () => {
    removeEventListener('click', ignore, true);
    removeEventListener('pointerdown', release, true);
  };
  const lifted = (event: globalThis.PointerEvent) => {
    if (event.pointerId !== pointer) return;
    removeEventListener('pointerup', lifted, true);
    removeEventListener('pointercancel', lifted, true);
    // The next touch is meant.
    addEventListener('pointerdown', release, true);
    setTimeout(release, CLICK_FOLLOWS);
  };
  addEventListener('click', ignore, true);
  addEventListener('pointerup', lifted, true);
  addEventListener('pointercancel', lifted, true);
}

function stopTimers({ timers }: Touch): void {
  for (const timer of timers) clearTimeout(timer);
}
