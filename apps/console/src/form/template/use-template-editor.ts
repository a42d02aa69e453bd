import { useEffect, useState } from 'react';
import { firstInput } from '../../states/first-input.ts';
import type * as templateEditor from './template-editor.ts';

type EditorModule = typeof templateEditor;

/**
 * The editor's code after it has loaded; null before, and permanently if it could not be loaded. It is the largest part
 * of the settings, and people who only read them do not need it: it loads when someone first uses the page.
 */
export function useTemplateEditor(): EditorModule | null {
  const [loaded, setLoaded] = useState<EditorModule | null>(null);
  useEffect(() => {
    let wanted = true;
    firstInput
      .then(() => import('./template-editor.ts'))
      .then(
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
