import { screenContent } from '@callpoint/alerts/templates/content';
import type { VariableValues } from '@callpoint/alerts/templates/values';
import { itemLabel, type Item } from '@callpoint/contract/catalog';
import { useDeferredValue } from 'react';
import { previewTexts } from '../../texts/preview.ts';
import classes from './preview.module.css';

interface ScreenPreviewProps {
  item: Item;
  template: string;
  values: VariableValues;
}

/** The text that the phone shows immediately. */
export function ScreenPreview({ item, template, values }: ScreenPreviewProps) {
  const text = screenContent(item, useDeferredValue(template), values);
  return (
    <div className={classes['phone']}>
      <p className={classes['phoneTitle']}>{itemLabel(item)}</p>
      <p className={classes['phoneText']}>{text}</p>
      <p aria-hidden className={classes['phoneButton']}>
        {previewTexts.ok}
      </p>
    </div>
  );
}
