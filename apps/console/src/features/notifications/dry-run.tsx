import { Button } from '@mantine/core';
import type { Item } from '@callpoint/contract/catalog';
import { lazy, Suspense } from 'react';
import { dryRunTexts } from '../../texts/dry-run.ts';
import classes from './dry-run.module.css';
import type { DryRunPart } from './dry-run-result.tsx';
import { useSimulation } from './use-simulation.ts';

// A panel that fails to load must not break the page and lose what is typed there.
const DryRunPanel = lazy(() => import('./dry-run-panel.tsx').catch(() => ({ default: NotLoaded })));

interface DryRunProps {
  item: Item;
  part: DryRunPart;
  settings: Readonly<Record<string, string>>;
  /** The card makes room for an open one. */
  onToggle: (isOpen: boolean) => void;
}

/** Below a card's fields: what a press would do with their unsaved values. */
export function DryRun({ item, part, settings, onToggle }: DryRunProps) {
  const { isOpen, id, button } = useSimulation(onToggle);
  return (
    <section className={classes['press']}>
      <Button variant="default" {...button}>
        {item.kind === 'button' ? dryRunTexts.button : dryRunTexts.form}
      </Button>
      <div id={id} className={classes['panel']} hidden={!isOpen}>
        {isOpen && (
          <>
            <p className={classes['soft']}>{dryRunTexts.description}</p>
            <Suspense fallback={<output>{dryRunTexts.working}</output>}>
              <DryRunPanel item={item} part={part} settings={settings} />
            </Suspense>
          </>
        )}
      </div>
    </section>
  );
}

function NotLoaded() {
  return <p>{dryRunTexts.notLoaded}</p>;
}
