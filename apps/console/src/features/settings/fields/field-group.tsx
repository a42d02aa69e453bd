import { useRef, type ReactNode } from 'react';
import { useReveal } from '../../../form/fields/use-reveal.ts';
import type { SettingsSlots } from '../cards/card-spec.ts';
import type { FieldGroup } from './field-specs.ts';
import type { KnownRecipients } from '../sections/known-recipients.ts';
import { SettingField } from './setting-field.tsx';
import classes from '../settings.module.css';
import type { SettingsEditor } from '../use-settings-editor.ts';

interface FieldsProps {
  group: FieldGroup;
  Preview: SettingsSlots['Preview'];
  editor: SettingsEditor;
  known: KnownRecipients;
}

/** Fields that belong together, with their heading if they have one. */
export function GroupFieldset(props: FieldsProps) {
  const { heading, inRow } = props.group;
  if (!heading) {
    return (
      <div className={classes['group']} data-row={inRow}>
        <Fields {...props} />
      </div>
    );
  }
  return (
    <fieldset className={classes['group']} data-row={inRow}>
      <legend className={classes['legend']}>{heading}</legend>
      <Fields {...props} />
    </fieldset>
  );
}

interface GroupPanelProps extends FieldsProps {
  id: string;
  /** The element id of its tab. */
  tab: string;
  isShown: boolean;
  /** A link leads to one of its fields. */
  onReveal: () => void;
}

/** Fields that belong together, shown by their tab. What was typed into a hidden one is kept. */
export function GroupPanel({ id, tab, isShown, onReveal, ...props }: GroupPanelProps): ReactNode {
  const panel = useRef<HTMLDivElement>(null);
  useReveal(panel, onReveal);
  return (
    <div
      ref={panel}
      role="tabpanel"
      id={id}
      aria-labelledby={tab}
      className={classes['panel']}
      hidden={!isShown}
    >
      <Fields {...props} isShown={isShown} />
    </div>
  );
}

/** Fields, and next to them a preview of what they produce. */
function Fields({ group, Preview, editor, known, isShown = true }: FieldsProps & { isShown?: boolean }) {
  const { fields, inRow, preview } = group;
  return (
    <div className={classes['parts']} data-preview={preview !== undefined}>
      <div className={classes['members']} data-row={inRow}>
        {fields.map((spec) => (
          <SettingField key={spec.key} spec={spec} editor={editor} known={known} />
        ))}
      </div>
      {preview && isShown && <Preview preview={preview} valueOf={editor.valueOf} />}
    </div>
  );
}
