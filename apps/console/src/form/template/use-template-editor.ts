import { useEffect, useState } from 'react';
import type * as templateEditor from './template-editor.ts';

type EditorModule = typeof templateEditor;

/** The editor's code after it has loaded; null before, and permanently if it could not be loaded. */
export function useTemplateEditor(): EditorModule | null {
  const [loaded, setLoaded] = useState<EditorModule | null>(null);
  useEffect(() => {
    let wanted = true;
    import('./template-editor.ts').then(
      (module) => wanted && setLoaded(module),
      // A plain field works as well, without highlighting and suggestions.
      () => undefined,
    );
    return () => {
      wanted = false;
    };
  }, []);
  return loaded;
}
