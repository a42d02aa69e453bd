import { Button } from '@mantine/core';
import { IconFilterOff } from '@tabler/icons-react';
import { StateBlock } from '../../states/state-block.tsx';

interface NoMatchProps {
  title: string;
  /** The filters that are set. */
  children: string;
  clear: string;
  onClear: () => void;
}

/** There are rows, but none match the filters. */
export function NoMatch({ title, children, clear, onClear }: NoMatchProps) {
  return (
    <StateBlock
      icon={<IconFilterOff size={22} />}
      title={title}
      action={
        <Button variant="default" onClick={onClear}>
          {clear}
        </Button>
      }
    >
      {children}
    </StateBlock>
  );
}
