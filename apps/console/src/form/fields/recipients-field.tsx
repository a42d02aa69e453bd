import { Input } from '@mantine/core';
import { splitList } from '@callpoint/contract/split-list';
import { IconCircleX, IconMinus, IconX } from '@tabler/icons-react';
import { useRef, useState, type ClipboardEvent, type KeyboardEvent } from 'react';
import { useReadableNumber } from '../../display/readable-number.ts';
import { recipientTexts } from '../../texts/recipients.ts';
import { errorLines } from './error-lines.tsx';
import { type InputFieldProps } from './field-props.ts';
import { PhonePlans } from './phone-notes.ts';
import { addRecipients, emailKey, numberKey, type Plans } from './recipient-list.ts';
import classes from './recipients-field.module.css';

/** Why a recipient gets nothing. */
export type RecipientMark = 'invalid' | 'bounced' | 'stopped';

interface RecipientsFieldProps extends InputFieldProps {
  /** The name of the list if it has no visible label of its own. */
  name?: string;
  /** The name of a person with this address, if it is known. */
  nameOf?: (address: string) => string | null;
  markOf: (address: string) => RecipientMark | null;
  inputMode: 'email' | 'tel';
  /** The element id of its form, if the field is not inside it. */
  form?: string;
  optional?: boolean;
}

/**
 * A comma separated list of recipients, each a chip. The value is always the complete text, also of a recipient that is
 * still being typed.
 */
export function RecipientsField({
  id,
  label,
  help,
  value,
  problems,
  onChange,
  onLeave,
  ...props
}: RecipientsFieldProps) {
  const { nameOf = () => null, markOf, inputMode, form, optional = false } = props;
  const readable = useReadableNumber();
  const input = useRef<HTMLInputElement>(null);
  const [draft, setDraft] = useState('');
  const [isDuplicate, setDuplicate] = useState(false);
  const [stored, setStored] = useState('');
  const [plans, setPlans] = useState<Plans | null>(null);
  const keyOf = inputMode === 'tel' ? numberKey(plans) : emailKey;
  const parts = splitList(value);
  // After a save or a reset, the value may no longer end with what was being typed.
  const isDraft = draft.trim() !== '' && value === stored;
  const typed = isDraft ? draft : '';
  const chips = isDraft ? parts.slice(0, -1) : parts;
  const isRepeated = isDraft && isDuplicate;
  const shown = isRepeated ? [recipientTexts.alreadyInList, ...problems] : problems;

  function store(recipients: readonly string[], next: string, duplicate = false) {
    const text = [...recipients, ...(next.trim() === '' ? [] : [next.trim()])].join(', ');
    setDraft(next);
    setDuplicate(duplicate);
    setStored(text);
    onChange(text);
  }

  /** Completes recipients; `next` is still being typed. A recipient that is already in the list stays in the input. */
  function add(pieces: readonly string[], next: string) {
    const { recipients, isDuplicate: duplicate } = addRecipients(chips, pieces, keyOf);
    const keeps = duplicate && next === '';
    store(recipients, keeps ? pieces.join('') : next, keeps);
  }

  /** A separator completes the recipients before it. */
  function type(text: string) {
    const pieces = text.split(/[,;\n]/);
    const last = (pieces.pop() ?? '').trimStart();
    add(pieces, last);
  }

  const complete = () => {
    if (typed.trim() !== '') add([typed], '');
  };

  function remove(index: number) {
    store(chips.toSpliced(index, 1), typed);
    input.current?.focus();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter' && typed.trim() !== '') {
      event.preventDefault();
      complete();
    }
    if (event.key === 'Backspace' && typed === '' && chips.length > 0) {
      event.preventDefault();
      store(chips.slice(0, -1), chips.at(-1) ?? '');
    }
  }

  /** An input drops line breaks, which separate recipients. */
  function onPaste(event: ClipboardEvent) {
    const text = event.clipboardData.getData('text');
    if (!/[\r\n;]/.test(text)) return;
    event.preventDefault();
    add(`${typed}${text}`.split(/[,;\r\n]+/), '');
  }

  return (
    <Input.Wrapper
      id={id}
      label={label}
      description={help}
      error={errorLines(shown)}
      errorProps={isRepeated ? { role: 'alert' } : {}}
      required={!optional}
    >
      <div className={classes['box']} data-invalid={shown.length > 0}>
        {chips.length > 0 && (
          <ul className={classes['chips']} aria-label={label ?? props.name}>
            {chips.map((address, index) => (
              <li key={`${address} ${index}`}>
                <Chip
                  address={readable(address)}
                  name={nameOf(address)}
                  mark={markOf(address)}
                  onRemove={() => remove(index)}
                />
              </li>
            ))}
          </ul>
        )}
        <Input
          ref={input}
          id={id}
          variant="unstyled"
          className={classes['input'] ?? ''}
          form={form}
          type="text"
          inputMode={inputMode}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder={recipientTexts.add}
          required={!optional}
          value={typed}
          onChange={(event) => type(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          onBlur={() => {
            complete();
            onLeave?.();
          }}
        />
        {inputMode === 'tel' && typed !== '' && <PhonePlans onReady={setPlans} />}
      </div>
    </Input.Wrapper>
  );
}

const ICONS = { invalid: IconCircleX, bounced: IconCircleX, stopped: IconMinus };

interface ChipProps {
  address: string;
  name: string | null;
  mark: RecipientMark | null;
  onRemove: () => void;
}

function Chip({ address, name, mark, onRemove }: ChipProps) {
  const Icon = mark && ICONS[mark];
  return (
    <span className={classes['chip']} data-mark={mark} title={name === null ? undefined : address}>
      {Icon && <Icon aria-hidden size={14} />}
      {name !== null && (
        <>
          <span className={classes['name']}>{name}</span>{' '}
        </>
      )}
      <span className={classes['text']}>{name === null ? address : `(${address})`}</span>
      {mark && <strong>{recipientTexts[mark]}</strong>}
      <button
        type="button"
        className={classes['remove']}
        aria-label={recipientTexts.remove(address)}
        onClick={onRemove}
      >
        <IconX aria-hidden size={14} />
      </button>
    </span>
  );
}
