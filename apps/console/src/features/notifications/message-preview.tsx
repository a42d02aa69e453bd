import { DEFAULT_ZONE } from '@callpoint/contract/default-zone';
import { NativeSelect } from '@mantine/core';
import { useId, useMemo } from 'react';
import { useOwnZone } from '../../net/own-account.ts';
import { useStore } from '../../store/use-store.ts';
import { previewTexts } from '../../texts/preview.ts';
import type { MessageSpec } from './preview-spec.ts';
import { EmailPreview } from './email-preview.tsx';
import { previewPerson } from './preview-person.ts';
import classes from './preview.module.css';
import { sampleValues } from '../../form/template/sample-values.ts';
import { ScreenPreview } from './screen-preview.tsx';
import { TextPreview } from './text-preview.tsx';
import { useUsersToChoose } from './users-to-choose.api.ts';

interface MessagePreviewProps {
  preview: MessageSpec;
  valueOf: (key: string) => string;
}

/** One message, filled in for the sample user or one of the team's app users. */
export function MessagePreview({ preview, valueOf }: MessagePreviewProps) {
  const id = useId();
  const { data: users = [] } = useUsersToChoose();
  const personId = useStore(previewPerson);
  const person = users.find((user) => user.id === personId);
  const zone = useOwnZone() ?? DEFAULT_ZONE;
  const values = useMemo(() => sampleValues(preview.item, zone, person), [preview.item, zone, person]);
  return (
    <>
      <NativeSelect
        id={id}
        label={previewTexts.filledInFor}
        value={person?.id ?? ''}
        onChange={(event) => previewPerson.set(Number(event.currentTarget.value) || null)}
        data={[
          { value: '', label: previewTexts.sampleUser },
          ...users.map((user) => ({ value: String(user.id), label: user.name })),
        ]}
      />
      {preview.shows === 'mail' && (
        <EmailPreview subject={valueOf(preview.subject)} text={valueOf(preview.text)} values={values} />
      )}
      {preview.shows === 'text' && (
        <TextPreview channel={preview.channel} template={valueOf(preview.text)} values={values} />
      )}
      {preview.shows === 'screen' && (
        <ScreenPreview item={preview.item} template={valueOf(preview.text)} values={values} />
      )}
      <p className={classes['note']}>{previewTexts.unsaved}</p>
    </>
  );
}
