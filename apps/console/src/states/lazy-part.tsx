import { lazy, Suspense, useEffect, useState, type ComponentType } from 'react';
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

/** Milliseconds until a failed load is repeated: the network is often away only for a moment. */
const RETRY_AFTER = 1_000;

function hasRules({ sheet }: HTMLLinkElement): boolean {
  try {
    return sheet?.cssRules !== undefined;
  } catch {
    // Of a style sheet that failed, in Chromium.
    return false;
  }
}

/**
 * Code that is loaded after the page's own. Until then the `Suspense` around it waits. If it fails twice, it is loaded again when
 * the network is back, or when it is shown the next time.
 */
export function lazyCode<Props extends object>(
  load: LoadCode<Props>,
  { instead, before }: LaterOptions = {},
): ComponentType<Props> {
  let started: Promise<{ default: ComponentType<Props> }> | null = null;
  let loaded: ComponentType<Props> | null = null;
  const start = () =>
    (started ??= load()
      .catch(() => new Promise((retry) => setTimeout(retry, RETRY_AFTER)).then(loadAgain))
      .then(
        (part) => ({ default: (loaded = part) }),
        () => ({ default: Failed }),
      ));
  const loadAgain = () => {
    // A style sheet that failed is not requested again with its code.
    for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]'))
      if (!hasRules(link)) link.after(link.cloneNode());
    return load();
  };
  let Waiting = lazy(start);
  const restart = () => {
    started = null;
    return (Waiting = lazy(start));
  };
  function Failed(props: Props) {
    const [Again, setAgain] = useState<ComponentType<Props> | null>(null);
    useEffect(() => {
      const retry = () => setAgain(restart);
      window.addEventListener('online', retry);
      return () => {
        window.removeEventListener('online', retry);
        restart();
      };
    }, []);
    return Again ? <Again {...props} /> : instead && <p>{instead}</p>;
  }
  if (before === 'soon') void start();
  if (before === 'input') void firstInput.then(start);
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
