import { Button } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { CloseButton } from '../../../overlay/close-button.tsx';
import { Dialog } from '../../../overlay/dialog.tsx';
import { imageTexts } from '../../../texts/images.ts';
import classes from './images.module.css';
import { useImage } from './use-image.ts';
import { OriginalLink, ViewedImage } from './viewed-image.tsx';

interface ImageViewerProps {
  addresses: readonly string[];
  /** The number of the image to show first. */
  first: number;
  onClose: () => void;
}

/** One image of a form in the size of the window: arrow keys show the others, Escape closes it. */
export function ImageViewer({ addresses, first, onClose }: ImageViewerProps) {
  const [number, setNumber] = useState(first);
  const count = addresses.length;
  const address = addresses[number - 1] ?? '';
  const name = imageTexts.image(number, count);
  const move = (by: number) => setNumber((current) => Math.min(Math.max(current + by, 1), count));
  useArrowKeys(count, setNumber);
  // The next one is loaded in advance.
  useImage(addresses[number] ?? address, 'full');
  return (
    <Dialog
      title={<span aria-live="polite">{name}</span>}
      width="largest"
      onClose={onClose}
      corner={<CloseButton label={imageTexts.close} onClose={onClose} />}
    >
      <ViewedImage key={number} address={address} name={name} />
      <div className={classes['controls']}>
        {count > 1 && (
          <Button
            variant="default"
            leftSection={<IconChevronLeft aria-hidden size={18} />}
            {...offIf(number === 1)}
            onClick={() => move(-1)}
          >
            {imageTexts.previous}
          </Button>
        )}
        <OriginalLink address={address} />
        {count > 1 && (
          <Button
            variant="default"
            rightSection={<IconChevronRight aria-hidden size={18} />}
            {...offIf(number === count)}
            onClick={() => move(1)}
          >
            {imageTexts.next}
          </Button>
        )}
      </div>
    </Dialog>
  );
}

/** A button that keeps the focus when it has no effect. */
function offIf(isOff: boolean) {
  return isOff ? { 'data-disabled': true, 'aria-disabled': true } : {};
}

/** The left and right arrow keys change the number, wherever the focus is in the dialog. */
function useArrowKeys(count: number, setNumber: (change: (current: number) => number) => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      setNumber((current) => Math.min(Math.max(current + step, 1), count));
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [count, setNumber]);
}
