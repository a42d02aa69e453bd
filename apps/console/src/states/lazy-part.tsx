import { lazy, Suspense, type ComponentType } from 'react';
import { firstInput } from './first-input.ts';

interface LaterOptions {
  /** Shown if the code cannot be loaded: that must not break the page. */
  instead?: string;
  /**
   * Loads it before it is shown: `soon` immediately after the page's own code, `input` when someone first uses the
   * page. Otherwise it loads when it is first shown.
   */
  before?: 'soon' | 'input';
}

/** A part of a page whose code is loaded after the page's own. */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { instead, before }: LaterOptions = {},
): ComponentType<Props> {
  let started: Promise<{ default: ComponentType<Props> }> | null = null;
  const start = () =>
    (started ??= load().then(
      (part) => ({ default: part }),
      () => ({ default: () => instead && <p>{instead}</p> }),
    ));
  if (before === 'soon') void start();
  if (before === 'input') void firstInput.then(start);
  const Part = lazy(start);
  return (props) => (
    <Suspense fallback={null}>
      <Part {...props} />
    </Suspense>
  );
}
