import { emailContent } from '@callpoint/alerts/templates/content';
import type { VariableValues } from '@callpoint/alerts/templates/values';
import { useDeferredValue, useId, useMemo, useState } from 'react';
import { previewTexts } from '../../texts/preview.ts';
import { EmailBody } from './email-body.tsx';
import classes from './preview.module.css';

interface EmailPreviewProps {
  /** Keys of the templates. */
  subject: string;
  text: string;
  values: VariableValues;
}

type View = 'mail' | 'text';

/** An email as it arrives: its subject, and its text as most programs show it or as plain text. */
export function EmailPreview(props: EmailPreviewProps) {
  const [view, setView] = useState<View>('mail');
  const name = useId();
  // Typing has priority over rendering.
  const [subjectTemplate, template] = [useDeferredValue(props.subject), useDeferredValue(props.text)];
  const { subject, text, html } = useMemo(
    () => emailContent(subjectTemplate, template, props.values),
    [subjectTemplate, template, props.values],
  );
  return (
    <div className={classes['mail']}>
      <p className={classes['subject']}>
        <span className={classes['label']}>{previewTexts.subject}</span>
        {subject || <em>{previewTexts.noSubject}</em>}
      </p>
      {view === 'mail' ? (
        <EmailBody html={html} />
      ) : (
        <p className={classes['plain']}>{text || <em>{previewTexts.noText}</em>}</p>
      )}
      <div className={classes['views']}>
        {(['mail', 'text'] as const).map((one) => (
          <label key={one} className={classes['view']}>
            <input type="radio" name={name} checked={view === one} onChange={() => setView(one)} />
            {one === 'mail' ? previewTexts.asEmail : previewTexts.asText}
          </label>
        ))}
      </div>
    </div>
  );
}
