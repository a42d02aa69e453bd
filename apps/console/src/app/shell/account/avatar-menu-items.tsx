import { useMantineColorScheme } from '@mantine/core';
import {
  IconBellRinging,
  IconDeviceDesktop,
  IconLogout,
  IconMessageCircle,
  IconMoon,
  IconSun,
  IconUserCircle,
} from '@tabler/icons-react';
import { alerts } from '../../../states/alerts.ts';
import { MenuChoice, MenuDivider, MenuGroup, MenuItem, MenuLink } from '../../../overlay/menu-items.ts';
import type { Session } from '../../../session/session-store.ts';
import { avatarMenuTexts as texts } from '../../../texts/avatar-menu.ts';
import { LOGOUT } from '../../../links/base.ts';
import { openDeviceAlerts } from '../device-alerts/device-alerts-store.ts';
import classes from './avatar-menu.module.css';

const SCHEMES = [
  { value: 'auto', icon: IconDeviceDesktop },
  { value: 'light', icon: IconSun },
  { value: 'dark', icon: IconMoon },
] as const;

/** The items of the avatar menu; `name` is the person's. */
export function AvatarMenuItems({ user, name }: { user: Session['user']; name: string }) {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <>
      <div className={classes['person']}>
        <strong>{name}</strong>
        <span>{user.account_name ?? (user.role === 'admin' ? texts.administrator : '')}</span>
        <span>{user.email}</span>
      </div>
      <MenuDivider />
      <MenuGroup label={texts.appearance}>
        {SCHEMES.map(({ value, icon: Icon }) => (
          <MenuChoice
            key={value}
            checked={colorScheme === value}
            icon={<Icon aria-hidden size={18} />}
            onSelect={() => setColorScheme(value)}
          >
            {texts.schemes[value]}
          </MenuChoice>
        ))}
      </MenuGroup>
      <MenuDivider />
      <MenuLink
        to={user.role === 'team' ? '/profile' : '/account'}
        icon={<IconUserCircle aria-hidden size={18} />}
        onSelect={alerts.clear}
      >
        {user.role === 'team' ? texts.profile : texts.account}
      </MenuLink>
      {user.role === 'team' && (
        <MenuItem icon={<IconBellRinging aria-hidden size={18} />} onSelect={openDeviceAlerts}>
          {texts.deviceAlerts}
        </MenuItem>
      )}
      {user.role === 'team' && (
        <MenuLink to="/contact" icon={<IconMessageCircle aria-hidden size={18} />} onSelect={alerts.clear}>
          {texts.contact}
        </MenuLink>
      )}
      <MenuLink to={LOGOUT} icon={<IconLogout aria-hidden size={18} />} onSelect={alerts.clear}>
        {texts.logout}
      </MenuLink>
    </>
  );
}
