import type { RefObject } from 'react';
import { createStore } from '../../../store/store.ts';
import { useStore } from '../../../store/use-store.ts';

const isFullScreen = () => document.fullscreenElement !== null;

const fullScreen = createStore(isFullScreen(), () => {
  const update = () => fullScreen.set(isFullScreen());
  update();
  document.addEventListener('fullscreenchange', update);
  return () => document.removeEventListener('fullscreenchange', update);
});

/** Shows one element on the entire screen. */
export function useFullScreen(element: RefObject<HTMLElement | null>) {
  const isOn = useStore(fullScreen);
  return {
    isOn,
    isPossible: document.fullscreenEnabled,
    toggle: () => {
      // If a browser rejects it, the board stays where it is.
      const done = isOn ? document.exitFullscreen() : element.current?.requestFullscreen();
      done?.catch(() => {});
    },
  };
}
