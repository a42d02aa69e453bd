import { Button } from '@mantine/core';
import type { ButtonId } from '@callpoint/contract/catalog';
import { lazy, Suspense } from 'react';
import { dryRunTexts } from '../../../texts/dry-run.ts';
import { timelineTexts } from '../../../texts/timeline.ts';
import classes from '../dry-run.module.css';
import { useSimulation } from '../use-simulation.ts';

// A panel that fails to load must not break the page and lose what is typed there.
const TimelinePanel = lazy(() =>
  import('./timeline-panel.tsx').catch(() => ({ default: () => <p>{dryRunTexts.notLoaded}</p> })),
);

interface TimelineProps {
  buttonId: ButtonId;
  /** The values on the screen, saved or not. */
  policy: string;
  voiceRules: string;
  /** The card makes room for an open one. */
  onToggle: (isOpen: boolean) => void;
}

/** Below the card of an escalation: who would be notified when. */
export function Timeline({ onToggle, ...props }: TimelineProps) {
  const { isOpen, id, button } = useSimulation(onToggle);
  return (
    <section className={classes['press']}>
      <Button variant="default" {...button}>
        {timelineTexts.show}
      </Button>
      <div id={id} className={classes['panel']} hidden={!isOpen}>
        {isOpen && (
          <>
            <p className={classes['soft']}>{timelineTexts.description}</p>
            <Suspense fallback={<output>{dryRunTexts.working}</output>}>
              <TimelinePanel {...props} />
            </Suspense>
          </>
        )}
      </div>
    </section>
  );
}
