import '@mantine/core/styles/ActionIcon.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useRef } from 'react';
import { tableTexts } from '../lib/texts/table.ts';
import classes from './table.module.css';
import type { RowAction } from './table-types.ts';

/** The actions of one row: arrow keys move, Enter chooses, Escape closes; destructive ones last and apart. */
export function RowMenu({ name, actions }: { name: string; actions: readonly RowAction[] }) {
  const button = useRef<HTMLButtonElement>(null);
  const safe = actions.filter(({ danger }) => !danger);
  const dangerous = actions.filter(({ danger }) => danger);
  if (actions.length === 0) return null;

  function choose({ onSelect }: RowAction) {
    // A dialog gives the focus back to where it was when it opened: the item will be gone by then.
    button.current?.focus();
    onSelect();
  }

  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon
          ref={button}
          variant="subtle"
          color="gray"
          size={40}
          aria-label={tableTexts.actionsFor(name)}
        >
          <IconDots size={20} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {safe.map((action) => (
          <Menu.Item key={action.label} leftSection={action.icon} onClick={() => choose(action)}>
            {action.label}
          </Menu.Item>
        ))}
        {safe.length > 0 && dangerous.length > 0 && <Menu.Divider />}
        {dangerous.map((action) => (
          <Menu.Item
            key={action.label}
            className={classes['danger'] ?? ''}
            leftSection={action.icon}
            onClick={() => choose(action)}
          >
            {action.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
