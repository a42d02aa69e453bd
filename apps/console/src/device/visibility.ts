import { createStore } from '../store/store.ts';

/** Whether the window is visible. */
export const visibility = createStore(document.visibilityState === 'visible', () => {
  const update = () => visibility.set(document.visibilityState === 'visible');
  update();
  document.addEventListener('visibilitychange', update);
  return () => document.removeEventListener('visibilitychange', update);
});
