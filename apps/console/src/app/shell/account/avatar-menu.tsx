import { useMantineColorScheme } from '@mantine/core';
import {
  IconBellRinging,
  IconChevronDown,
  IconDeviceDesktop,
  IconLogout,
  IconMessageCircle,
  IconMoon,
  IconSun,
  IconUserCircle,
} from '@tabler/icons-react';
import { alerts } from '../../../states/alerts.ts';
import { MenuChoice, MenuDivider, MenuGroup, MenuItem, MenuLink } from '../../../overlay/menu-items.tsx';
import { Menu } from '../../../overlay/menu.tsx';
import type { Session } from '../../../session/session-store.ts';
import { shellTexts } from '../../../texts/shell.ts';
import { LOGOUT } from '../../../links/base.ts';
import { openDeviceAlerts } from '../device-alerts/device-alerts-store.ts';
import { Avatar } from './avatar.tsx';
import classes from './avatar-menu.module.css';

const SCHEMES = [
  { value: 'auto', icon: IconDeviceDesktop },
  { value: 'light', icon: IconSun },
  { value: 'dark', icon: IconMoon },
] as const;

/** Who is signed in, how the console looks, and the logout. */
export function AvatarMenu({ user, serviceUrl }: { user: Session['user']; serviceUrl: string | null }) {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
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
      <div className={classes['person']}>
        <strong>{name}</strong>
        <span>{user.account_name ?? (user.role === 'admin' ? shellTexts.administrator : '')}</span>
        <span>{user.email}</span>
      </div>
      <MenuDivider />
      <MenuGroup label={shellTexts.appearance}>
        {SCHEMES.map(({ value, icon: Icon }) => (
          <MenuChoice
            key={value}
            checked={colorScheme === value}
            icon={<Icon aria-hidden size={18} />}
            onSelect={() => setColorScheme(value)}
          >
            {shellTexts.schemes[value]}
          </MenuChoice>
        ))}
      </MenuGroup>
      <MenuDivider />
      <MenuLink
        to={user.role === 'team' ? '/profile' : '/account'}
        icon={<IconUserCircle aria-hidden size={18} />}
        onSelect={alerts.clear}
      >
        {user.role === 'team' ? shellTexts.profile : shellTexts.account}
      </MenuLink>
      {user.role === 'team' && (
        <MenuItem icon={<IconBellRinging aria-hidden size={18} />} onSelect={openDeviceAlerts}>
          {shellTexts.deviceAlerts}
        </MenuItem>
      )}
      {user.role === 'team' && (
        <MenuLink to="/contact" icon={<IconMessageCircle aria-hidden size={18} />} onSelect={alerts.clear}>
          {shellTexts.contact}
        </MenuLink>
      )}
      <MenuLink to={LOGOUT} icon={<IconLogout aria-hidden size={18} />} onSelect={alerts.clear}>
        {shellTexts.logout}
      </MenuLink>
    </Menu>
  );
}
