import { Button } from '@mantine/core';
import type { Item } from '@callpoint/contract/catalogue';
import { lazy, Suspense, useId, useState } from 'react';
import { pressTexts } from '../../texts/press-for-me.ts';
import classes from './press-for-me.module.css';
import type { PressPart } from './press-result.tsx';

// A panel that cannot be loaded must not take the page with it, and what is typed there.
const PressPanel = lazy(() => import('./press-panel.tsx').catch(() => ({ default: NotLoaded })));

interface PressForMeProps {
  item: Item;
  part: PressPart;
  settings: Readonly<Record<string, string>>;
}

/** Below a card's fields: what a press would do with them, before they are saved. */
export function PressForMe({ item, part, settings }: PressForMeProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <section className={classes['press']}>
      <Button variant="default" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
        {item.kind === 'button' ? pressTexts.button : pressTexts.form}
      </Button>
      <div id={id} className={classes['panel']} hidden={!isOpen}>
        {isOpen && (
          <>
            <p className={classes['soft']}>{pressTexts.means}</p>
            <Suspense fallback={<output>{pressTexts.working}</output>}>
              <PressPanel item={item} part={part} settings={settings} />
            </Suspense>
          </>
        )}
      </div>
    </section>
  );
}

function NotLoaded() {
  return <p>{pressTexts.notLoaded}</p>;
}
