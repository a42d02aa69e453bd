import { IconLock } from '@tabler/icons-react';
import { Link } from 'react-router';
import { Page } from './page.tsx';
import { StateBlock } from './state-block.tsx';

/** In the place of content that the signed-in person may not see. */
export function ForbiddenState() {
  return (
    <StateBlock
      icon={<IconLock size={22} stroke={1.75} />}
      title="You don’t have access to this"
      action={<Link to="/">Go to your start page</Link>}
    >
      It belongs to another kind of account. If you need it, log in with the account that has it.
    </StateBlock>
  );
}

/** A whole page that the signed-in person may not see. */
export function ForbiddenPage() {
  return (
    <Page title="No access">
      <ForbiddenState />
    </Page>
  );
}
