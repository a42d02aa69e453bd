import { Button, Group } from '@mantine/core';
import { IconFilterOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { StateBlock } from '../../states/state-block.tsx';

interface NoMatchProps {
  title: string;
  /** The filters that are set. */
  children: string;
  clear: string;
  onClear: () => void;
  /** What else the reader can do, before clearing all filters. */
  action?: ReactNode;
}

/** There are rows, but none match the filters. */
export function NoMatch({ title, children, clear, onClear, action }: NoMatchProps) {
  return (
    <StateBlock
      icon={<IconFilterOff size={22} />}
      title={title}
      action={
        <Group gap="xs" justify="center">
          {action}
          <Button variant="default" onClick={onClear}>
            {clear}
          </Button>
        </Group>
      }
    >
      {children}
    </StateBlock>
  );
}
