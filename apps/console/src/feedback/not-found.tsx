import { IconMapOff } from '@tabler/icons-react';
import { TEXTS } from '@callpoint/contract/texts';
import { Link } from 'react-router';
import { Page } from './page.tsx';
import { StateBlock } from './state-block.tsx';

/** Any unknown address. */
export function NotFoundPage() {
  return (
    <Page title={TEXTS.notFound}>
      <StateBlock
        icon={<IconMapOff size={22} stroke={1.75} />}
        title="There is no page at this address"
        action={<Link to="/">Go to the start page</Link>}
      >
        The link may be old or mistyped. Nothing of yours is lost.
      </StateBlock>
    </Page>
  );
}
