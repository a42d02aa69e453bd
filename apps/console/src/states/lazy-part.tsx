import { lazy, Suspense, type ComponentType } from 'react';

interface LaterOptions {
  /** Shown if the code cannot be loaded: that must not break the page. */
  instead?: string;
  /** Loads it immediately after the page's own code, not when it is first shown. */
  soon?: boolean;
}

/** A part of a page whose code is loaded after the page's own. */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { instead, soon = false }: LaterOptions = {},
): ComponentType<Props> {
  const attempt = async () => {
    try {
      return { default: await load() };
    } catch {
      return { default: () => instead && <p>{instead}</p> };
    }
  };
  const started = soon ? attempt() : null;
  const Part = lazy(() => started ?? attempt());
  return (props) => (
    <Suspense fallback={null}>
      <Part {...props} />
    </Suspense>
  );
}
