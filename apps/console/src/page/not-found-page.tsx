import { IconMapOff } from '@tabler/icons-react';
import { TEXTS } from '@callpoint/contract/texts';
import { Link } from '../links/link.ts';
import { feedbackTexts } from '../texts/feedback.ts';
import { PageArea } from './page-area.ts';
import { Page } from './page.tsx';
import { StateBlock } from '../states/state-block.tsx';

/** Any unknown address. */
export function NotFoundPage() {
  return (
    <PageArea value={null}>
      <Page title={TEXTS.notFound}>
        <StateBlock
          icon={<IconMapOff size={22} />}
          title={feedbackTexts.noPage}
          action={<Link to="/">{feedbackTexts.toStart}</Link>}
        >
          {feedbackTexts.noPageDescription}
        </StateBlock>
      </Page>
    </PageArea>
  );
}
