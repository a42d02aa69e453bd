import { TEXTS } from '@callpoint/contract/texts';
import { ForbiddenState } from '../states/forbidden-state.tsx';
import { PageArea } from './page-area.ts';
import { Page } from './page.tsx';

/** A page that the signed-in person may not see. */
export function ForbiddenPage() {
  return (
    <PageArea value={null}>
      <Page title={TEXTS.notFound}>
        <ForbiddenState />
      </Page>
    </PageArea>
  );
}
