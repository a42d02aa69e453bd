import { DEFAULT_ZONE } from '@callpoint/contract/default-zone';
import { allowedVariables } from '@callpoint/contract/catalog';
import { ChoiceField } from '../../../form/fields/choice-field.tsx';
import { ColorField } from '../../../form/fields/color-field.tsx';
import type { FieldProps } from '../../../form/fields/field-props.ts';
import { FixedField } from '../../../form/fields/fixed-field.tsx';
import { focusField } from '../../../form/fields/focus-field.ts';
import { PhoneListNote } from '../../../form/fields/phone-notes.ts';
import { TemplateField } from '../../../form/template/template-field.tsx';
import { RecipientsField } from '../../../form/fields/recipients-field.tsx';
import { TextField } from '../../../form/fields/text-field.tsx';
import { PolicyField, VoiceRulesField } from '../escalation/escalation-fields.tsx';
import { policySummary } from '../escalation/policy-summary.ts';
import { FieldConflictNote } from '../../../form/edits/field-conflict-note.tsx';
import { settingsTexts } from '../../../texts/settings.ts';
import { choicesOf } from '../../../texts/setting-labels.ts';
import type { KnownRecipients } from '../sections/known-recipients.ts';
import type { FieldSpec } from './field-specs.ts';
import { useOwnZone } from '../../../net/own-account.ts';
import { sampleValues } from '../../../form/template/sample-values.ts';
import classes from '../settings.module.css';
import { validateTemplate } from './validate-template.ts';
import type { SettingsEditor } from '../use-settings-editor.ts';
import { Link } from '../../../links/link.ts';

interface SettingFieldProps {
  spec: FieldSpec;
  editor: SettingsEditor;
  known: KnownRecipients;
}

/** One setting, and a change by someone else meanwhile. */
export function SettingField({ spec, editor, known }: SettingFieldProps) {
  const { key, fullLabel } = spec;
  const theirs = editor.theirsOf(key);
  return (
    <div className={classes['setting']}>
      <Control spec={spec} editor={editor} known={known} />
      {theirs && (
        <FieldConflictNote
          field={fullLabel}
          theirs={shownValue(spec, theirs.setting_value)}
          at={theirs.updated_at}
          onTake={() => {
            editor.reset([key]);
            focusField(key);
          }}
        />
      )}
    </div>
  );
}

/** A value as people read it: for a choice, its label. */
function shownValue({ key, kind }: FieldSpec, value: string): string {
  if (kind.type === 'policy') return policySummary(value);
  if (kind.type !== 'yes_no') return value;
  return choicesOf(key).find((choice) => choice.value === value)?.label ?? value;
}

/** The control for one setting, chosen by its kind. */
function Control({ spec, editor, known }: SettingFieldProps) {
  const { key, kind } = spec;
  const zone = useOwnZone() ?? DEFAULT_ZONE;
  if (!editor.canEdit(key)) {
    return (
      <FixedField
        id={key}
        label={spec.label}
        value=""
        help={
          <>
            {settingsTexts.cannotEdit} <Link to="/contact">{settingsTexts.askUs}</Link>
          </>
        }
      />
    );
  }
  const field: FieldProps = {
    id: key,
    label: spec.label,
    value: editor.valueOf(key),
    problems: editor.problemsOf(key),
    onChange: (value) => editor.type(key, value),
    // Half a variable is wrong while it is being typed: it is checked when the person leaves the field.
    onLeave: () => {
      if (editor.changed.includes(key) && !editor.theirsOf(key)) editor.check([spec]);
    },
    ...(spec.help ? { help: spec.help } : {}),
  };
  const recipients = {
    nameOf: known.nameOf,
    markOf: (address: string) => known.markOf(kind, address),
  };
  switch (kind.type) {
    case 'yes_no':
      return <ChoiceField {...field} choices={choicesOf(key)} />;
    case 'color':
      return <ColorField {...field} />;
    case 'template':
      return (
        <TemplateField
          {...field}
          long={kind.target !== 'mail_subject'}
          variables={allowedVariables(kind.item, kind.target).map((name) => ({
            label: name,
            text: `{{${name}}}`,
            example: sampleValues(kind.item, zone)[name].text,
          }))}
          validate={(text) => validateTemplate(text, allowedVariables(kind.item, kind.target), kind.channel)}
        />
      );
    case 'text':
      return <TextField {...field} long />;
    case 'contacts':
      return <TextField {...field} />;
    case 'policy':
      return <PolicyField {...field} buttonId={kind.buttonId} />;
    case 'voice_rules':
      return <VoiceRulesField {...field} {...recipients} />;
    case 'email_list':
      return <RecipientsField {...field} {...recipients} inputMode="email" />;
    case 'phone_list':
      return (
        <RecipientsField
          {...field}
          {...recipients}
          inputMode="tel"
          help={
            <>
              {spec.help}
              {editor.changed.includes(key) && (
                <PhoneListNote
                  channel={kind.channel}
                  typed={field.value}
                  saved={editor.rows[key]?.setting_value ?? ''}
                  numbersOf="subscriber"
                />
              )}
            </>
          }
        />
      );
  }
}
