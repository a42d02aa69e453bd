import { useEffect, useState } from 'react';
import type * as templateEditor from './template-editor.ts';

type EditorModule = typeof templateEditor;

/** The editor's code, from the moment it is there; null before, and for good where it could not be loaded. */
export function useTemplateEditor(): EditorModule | null {
  const [loaded, setLoaded] = useState<EditorModule | null>(null);
  useEffect(() => {
    let wanted = true;
    import('./template-editor.ts').then(
      (module) => wanted && setLoaded(module),
      // A plain field does as well, without colours and without help while typing.
      () => undefined,
    );
    return () => {
      wanted = false;
    };
  }, []);
  return loaded;
}
