import { IconKey } from '@tabler/icons-react';
import { NoticeBar } from '../../display/notice-bar.tsx';
import { useLocation } from '../../links/location.ts';
import type { PagePath } from '../../links/page-path.ts';
import { Link } from '../../links/link.ts';
import { accountTexts as texts } from '../../texts/account.ts';

const ACCOUNT: PagePath = '/account';

/** Shown on every screen to an administrator whose password the server printed, until it is changed. */
export function PrintedPasswordNotice() {
  const { pathname } = useLocation();
  return (
    <NoticeBar label={texts.printedPassword} icon={<IconKey size={20} />}>
      {texts.printedPasswordDescription}{' '}
      {pathname === ACCOUNT ? texts.printedPassword : <Link to={ACCOUNT}>{texts.changeIt}</Link>}
    </NoticeBar>
  );
}
