import { createStore } from '../store/store.ts';
import { useStore } from '../store/use-store.ts';
import { firstInput } from './first-input.ts';

const hasInput = createStore(false);
void firstInput.then(() => hasInput.set(true));

/** True since someone first used the page. */
export function useHasInput(): boolean {
  return useStore(hasInput);
}
