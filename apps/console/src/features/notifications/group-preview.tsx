import { CHANNEL } from '@callpoint/contract/channels/channels';
import { useId } from 'react';
import { lazyPart } from '../../states/lazy-part.tsx';
import { previewTexts } from '../../texts/preview.ts';
import { DashboardPreview } from './dashboard-preview.tsx';
import type { PreviewSpec } from './preview-spec.ts';
import classes from './preview.module.css';

// The dashboard's settings have no messages, and do not need the sample values.
const MessagePreview = lazyPart(async () => (await import('./message-preview.tsx')).MessagePreview);

interface GroupPreviewProps {
  preview: PreviewSpec;
  valueOf: (key: string) => string;
}

/** The messages that the fields next to it create, updated while typing. */
export function GroupPreview({ preview, valueOf }: GroupPreviewProps) {
  const id = useId();
  return (
    <aside className={classes['preview']} data-shows={preview.shows} aria-labelledby={id}>
      <h3 id={id} className={classes['title']}>
        {preview.shows === 'text'
          ? previewTexts.text(CHANNEL[preview.channel].nouns.inSentence)
          : previewTexts[preview.shows]}
      </h3>
      {preview.shows === 'dashboard' ? (
        <DashboardPreview valueOf={valueOf} />
      ) : (
        <MessagePreview preview={preview} valueOf={valueOf} />
      )}
    </aside>
  );
}
