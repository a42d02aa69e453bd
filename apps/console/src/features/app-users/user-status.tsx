import { IconBan, IconCircleCheck } from '@tabler/icons-react';
import { appUserTexts } from '../../texts/app-users.ts';
import classes from './app-users.module.css';

/** Whether a user can use the app: an icon and a label. */
export function UserStatus({ status }: { status: 0 | 1 }) {
  const Icon = status === 1 ? IconCircleCheck : IconBan;
  return (
    <span className={classes['status']} data-blocked={status === 0 || undefined}>
      <Icon aria-hidden size={18} />
      {status === 1 ? appUserTexts.active : appUserTexts.blocked}
    </span>
  );
}
