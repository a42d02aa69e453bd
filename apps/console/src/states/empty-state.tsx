import { IconInbox } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { StateBlock } from './state-block.tsx';

type EmptyStateProps = { title: string; children?: ReactNode; action?: ReactNode };

/** No content yet: describes what would be here, and offers the action that adds it. */
export function EmptyState(props: EmptyStateProps) {
  return <StateBlock icon={<IconInbox size={22} />} {...props} />;
}
