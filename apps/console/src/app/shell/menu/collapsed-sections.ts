import { createStore } from '../../../store/store.ts';
import { useStore } from '../../../store/use-store.ts';

const KEY = 'collapsedSections';

/** A store over `storage`, of the sections of the side menu that someone collapsed in this browser. */
function createCollapsedSections(storage: Pick<Storage, 'getItem' | 'setItem'>) {
  const sections = createStore<readonly string[]>(read(storage.getItem(KEY)));
  return {
    current: sections.current,
    subscribe: sections.subscribe,
    toggle(section: string): void {
      const now = read(storage.getItem(KEY));
      const next = now.includes(section) ? now.filter((one) => one !== section) : [...now, section];
      storage.setItem(KEY, JSON.stringify(next));
      sections.set(next);
    },
  };
}

/** Anything but what was saved here counts as nothing collapsed. */
function read(text: string | null): readonly string[] {
  try {
    const given: unknown = JSON.parse(text ?? '');
    return Array.isArray(given) ? given.filter((one) => typeof one === 'string') : [];
  } catch {
    return [];
  }
}

const collapsedSections = createCollapsedSections(window.localStorage);

/** Whether a section is collapsed, and the function that changes it. */
export function useCollapsed(section: string): [boolean, () => void] {
  return [useStore(collapsedSections).includes(section), () => collapsedSections.toggle(section)];
}
