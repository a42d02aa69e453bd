import { Suspense } from 'react';
import { lazyCode } from '../../states/lazy-part.tsx';
import classes from './list-filters.module.css';
import type { SubscriberChoiceProps } from './subscriber-choice.tsx';

const SubscriberChoice = lazyCode<SubscriberChoiceProps>(
  async () => (await import('./subscriber-choice.tsx')).SubscriberChoice,
);

/** One subscriber, found by name or number. Only administrators load its code; until then its room is empty. */
export function SubscriberFilter(props: SubscriberChoiceProps) {
  return (
    <Suspense fallback={<div className={classes['typed']} />}>
      <SubscriberChoice {...props} />
    </Suspense>
  );
}
