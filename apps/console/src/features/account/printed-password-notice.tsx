import { IconKey } from '@tabler/icons-react';
import { useLocation } from '../../links/location.ts';
import type { PagePath } from '../../links/page-path.ts';
import { Link } from '../../links/link.ts';
import { accountTexts as texts } from '../../texts/account.ts';
import { useAccount } from './account.api.ts';
import classes from './printed-password-notice.module.css';

const ACCOUNT: PagePath = '/account';

/** Shown on every screen to an administrator whose password the server printed, until it is changed. */
export function PrintedPasswordNotice() {
  const { data: account } = useAccount();
  const { pathname } = useLocation();
  if (!account?.should_change_password) return null;
  return (
    <aside aria-label={texts.printedPassword} className={classes['notice']}>
      <IconKey aria-hidden size={20} className={classes['icon']} />
      <p className={classes['text']}>
        {texts.printedPasswordDescription}{' '}
        {pathname === ACCOUNT ? texts.printedPassword : <Link to={ACCOUNT}>{texts.changeIt}</Link>}
      </p>
    </aside>
  );
}
