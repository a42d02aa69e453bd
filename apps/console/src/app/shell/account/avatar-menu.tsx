import { IconChevronDown } from '@tabler/icons-react';
import { Menu } from '../../../overlay/menu.tsx';
import type { Session } from '../../../session/session-store.ts';
import { lazyCode } from '../../../states/lazy-part.tsx';
import { feedbackTexts } from '../../../texts/feedback.ts';
import { shellTexts } from '../../../texts/shell.ts';
import { Avatar } from './avatar.tsx';
import classes from './avatar-menu.module.css';

/** The menu opens when its items are there: it moves the focus to the first. */
const AvatarMenuItems = lazyCode(async () => (await import('./avatar-menu-items.tsx')).AvatarMenuItems, {
  instead: feedbackTexts.partFailed,
  before: 'input',
});

/** Who is signed in, how the console looks, and the logout. */
export function AvatarMenu({ user, serviceUrl }: { user: Session['user']; serviceUrl: string | null }) {
  const name = `${user.first_name} ${user.last_name}`.trim();
  return (
    <Menu
      renderButton={(props) => (
        <button type="button" className={classes['target']} {...props}>
          <Avatar firstName={user.first_name} lastName={user.last_name} serviceUrl={serviceUrl} />
          <bdi className={classes['name']}>{name}</bdi>
          <span className="visually-hidden">{shellTexts.accountMenu}</span>
          <IconChevronDown aria-hidden size={16} className={classes['chevron']} />
        </button>
      )}
    >
      <AvatarMenuItems user={user} name={name} />
    </Menu>
  );
}
