import { IconInbox } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { StateBlock } from './state-block.tsx';

type EmptyStateProps = { title: string; children?: ReactNode; action?: ReactNode };

/** Nothing there yet: say what would be here, and give the one thing to do. */
export function EmptyState(props: EmptyStateProps) {
  return <StateBlock icon={<IconInbox size={22} stroke={1.75} />} {...props} />;
}
