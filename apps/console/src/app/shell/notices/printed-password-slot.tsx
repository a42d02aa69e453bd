import { useAccount } from '../../../features/account/account.api.ts';
import { lazyPart } from '../../../states/lazy-part.tsx';

/** Its code loads only for the administrator of a new installation. */
const PrintedPasswordNotice = lazyPart(
  async () => (await import('../../../features/account/printed-password-notice.tsx')).PrintedPasswordNotice,
);

/** For administrators: the notice about a password that the server printed, on every screen. */
export function PrintedPasswordSlot() {
  const { data: account } = useAccount();
  return account?.should_change_password && <PrintedPasswordNotice />;
}
