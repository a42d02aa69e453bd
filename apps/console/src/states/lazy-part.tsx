import { lazy, Suspense, useEffect, useEffectEvent, useState, type ComponentType } from 'react';
import { feedbackTexts } from '../texts/feedback.ts';
import { alerts } from './alerts.ts';
import { firstInput } from './first-input.ts';

interface LaterOptions {
  /**
   * Shown in place of a part whose code cannot be loaded; empty for a part that no one misses. By default an alert says so,
   * and a dialog closes.
   */
  instead?: string;
  /**
   * Loads it before it is shown: `soon` immediately after the page's own code, `input` when someone first uses the
   * page. Otherwise it loads when it is first shown.
   */
  before?: 'soon' | 'input';
}

type LoadCode<Props> = () => Promise<ComponentType<Props>>;

/** Code that is loaded after the page's own. Until then the `Suspense` around it waits. Browsers try it once, so a failure stays until a reload. */
export function lazyCode<Props extends object>(
  load: LoadCode<Props>,
  { instead, before }: LaterOptions = {},
): ComponentType<Props> {
  let started: Promise<{ default: ComponentType<Props> }> | null = null;
  let loaded: ComponentType<Props> | null = null;
  const start = () =>
    (started ??= load().then(
      (part) => ({ default: (loaded = part) }),
      () => ({ default: Failed }),
    ));

  function Failed({ onClose }: Props & { onClose?: () => void }) {
    const report = useEffectEvent(() => {
      if (instead !== undefined) return;
      alerts.error(feedbackTexts.partFailed);
      onClose?.();
    });
    useEffect(() => report(), []);
    return instead && <p>{instead}</p>;
  }

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
