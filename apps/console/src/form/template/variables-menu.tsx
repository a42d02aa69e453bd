import { IconBraces } from '@tabler/icons-react';
import { Menu } from '../../overlay/menu.tsx';
import { MenuItem } from '../../overlay/menu-items.ts';
import { formTexts } from '../../texts/form.ts';
import classes from '../form.module.css';

export interface TemplateVariable {
  label: string;
  /** What is inserted. */
  text: string;
  /** The value that replaces it when the text is used. */
  example?: string;
}

interface VariablesMenuProps {
  /** The label of the field that it inserts into. */
  field: string;
  variables: readonly TemplateVariable[];
  onInsert: (text: string) => void;
}

/** The variables that a text can contain, each with its value for the sample user. */
export function VariablesMenu({ field, variables, onInsert }: VariablesMenuProps) {
  return (
    <Menu
      renderButton={(button) => (
        <button
          {...button}
          type="button"
          aria-label={formTexts.insertInto(field)}
          className={classes['insert']}
        >
          <IconBraces aria-hidden size={14} />
          {formTexts.insert}
        </button>
      )}
    >
      {variables.map(({ label, text, example }) => (
        <MenuItem key={label} onSelect={() => onInsert(text)}>
          <span className={classes['pill']}>{label}</span>{' '}
          <span className={classes['example']}>{example}</span>
        </MenuItem>
      ))}
    </Menu>
  );
}
