import { allowedVariables } from '@callpoint/contract/catalogue';
import { ChoiceField } from '../../form/choice-field.tsx';
import { ColorField } from '../../form/color-field.tsx';
import type { FieldProps } from '../../form/field-props.ts';
import { TemplateField } from '../../form/template-field.tsx';
import { TextField } from '../../form/text-field.tsx';
import { settingsTexts } from '../../lib/texts/settings.ts';
import { SegmentNote } from './segment-note.tsx';
import type { FieldSpec } from './field-specs.ts';
import type { SettingsEditor } from './use-settings-editor.ts';

type Choices = readonly { value: string; label: string }[];

const YES_NO: Choices = [
  { value: 'yes', label: settingsTexts.yes },
  { value: 'no', label: settingsTexts.no },
];
const ENABLED: Choices = [
  { value: 'yes', label: settingsTexts.enabled },
  { value: 'no', label: settingsTexts.disabled },
];

/** The control for one setting, by what its value is. */
export function SettingField({ spec, editor }: { spec: FieldSpec; editor: SettingsEditor }) {
  const { key, kind } = spec;
  const field: FieldProps = {
    id: key,
    label: spec.label,
    value: editor.valueOf(key),
    problems: editor.problemsOf(key),
    onChange: (value) => editor.type(key, value),
    // Half a variable is wrong while it is being typed: it is judged when the person goes on.
    onLeave: () => {
      if (editor.changed.includes(key)) editor.check([spec]);
    },
    ...(spec.help ? { help: spec.help } : {}),
  };
  switch (kind.type) {
    case 'yes_no':
      return <ChoiceField {...field} choices={key.startsWith('btn_') ? ENABLED : YES_NO} />;
    case 'color':
      return <ColorField {...field} />;
    case 'template':
      return (
        <TemplateField
          {...field}
          long={kind.place !== 'mail_subject'}
          pieces={allowedVariables(kind.item, kind.place).map((name) => ({
            label: name,
            text: `{{${name}}}`,
          }))}
          below={kind.place === 'sms' && <SegmentNote text={field.value} />}
        />
      );
    case 'text':
      return <TextField {...field} long />;
    case 'email_list':
    case 'phone_list':
    case 'contacts':
      return <TextField {...field} />;
  }
}
