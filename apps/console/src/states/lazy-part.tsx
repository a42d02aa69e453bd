import { lazy, Suspense, useState, type ComponentType } from 'react';
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

type LoadCode<Props> = () => Promise<ComponentType<Props>>;

/** Code that is loaded after the page's own. Until then the `Suspense` around it waits. */
export function lazyCode<Props extends object>(
  load: LoadCode<Props>,
  { instead, before }: LaterOptions = {},
): ComponentType<Props> {
  let started: Promise<{ default: ComponentType<Props> }> | null = null;
  let loaded: ComponentType<Props> | null = null;
  const start = () =>
    (started ??= load().then(
      (part) => ({ default: (loaded = part) }),
      () => ({ default: () => instead && <p>{instead}</p> }),
    ));
  if (before === 'soon') void start();
  if (before === 'input') void firstInput.then(start);
  const Waiting = lazy(start);
  return (props) => {
    // React shows its own lazy components 300 ms late, even if their code is there.
    const [Part] = useState(() => loaded ?? Waiting);
    return <Part {...props} />;
  };
}

/** A part of a page whose code is loaded after the page's own. Until then nothing is in its place. */
export function lazyPart<Props extends object>(
  load: LoadCode<Props>,
  options?: LaterOptions,
): ComponentType<Props> {
  const Part = lazyCode(load, options);
  return (props) => (
    <Suspense fallback={null}>
      <Part {...props} />
    </Suspense>
  );
}
