import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import '@mantine/core/styles/VisuallyHidden.layer.css';
import { Menu, UnstyledButton, VisuallyHidden, useMantineColorScheme } from '@mantine/core';
import { IconChevronDown, IconDeviceDesktop, IconLogout, IconMoon, IconSun } from '@tabler/icons-react';
import { Link } from 'react-router';
import { alerts } from '../../feedback/alerts.ts';
import type { Session } from '../../lib/session-store.ts';
import { shellTexts } from '../../lib/texts/shell.ts';
import { Avatar } from './avatar.tsx';
import classes from './avatar-menu.module.css';

const SCHEMES = [
  { value: 'auto', icon: IconDeviceDesktop },
  { value: 'light', icon: IconSun },
  { value: 'dark', icon: IconMoon },
] as const;

/** Who is signed in, how the console looks, and the way out. */
export function AvatarMenu({ user, serviceUrl }: { user: Session['user']; serviceUrl: string | null }) {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const name = `${user.first_name} ${user.last_name}`.trim();
  return (
    <Menu position="bottom-end" width={248} radius="md">
      <Menu.Target>
        <UnstyledButton className={classes['target']}>
          <Avatar firstName={user.first_name} lastName={user.last_name} serviceUrl={serviceUrl} />
          <span className={classes['name']}>{name}</span>
          <VisuallyHidden>{shellTexts.accountMenu}</VisuallyHidden>
          <IconChevronDown aria-hidden size={16} stroke={1.75} className={classes['chevron']} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={classes['who']}>
          <strong>{name}</strong>
          <span>{user.account_name ?? (user.role === 'admin' ? shellTexts.administrator : '')}</span>
          <span>{user.email}</span>
        </div>
        <Menu.Divider />
        <Menu.RadioGroup
          value={colorScheme}
          onChange={(value) => setColorScheme(value as (typeof SCHEMES)[number]['value'])}
        >
          <Menu.Label>{shellTexts.appearance}</Menu.Label>
          {SCHEMES.map(({ value, icon: Icon }) => (
            <Menu.RadioItem
              key={value}
              value={value}
              rightSection={<Icon aria-hidden size={18} stroke={1.75} />}
            >
              {shellTexts.schemes[value]}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item
          component={Link}
          to="/logout"
          leftSection={<IconLogout aria-hidden size={18} stroke={1.75} />}
          onClick={alerts.clear}
        >
          {shellTexts.logout}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
