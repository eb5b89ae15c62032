import { Box } from '@mantine/core';
import {
  Menu,
  SegmentedControl,
  UnstyledButton,
  useMantineColorScheme,
  type MantineColorScheme,
} from '@mantine/core';
import { IconChevronUp, IconDeviceDesktop, IconLogout, IconMoon, IconSun } from '@tabler/icons-react';
import type { UserRole } from '#contracts';
import { useSession, useSignOut } from '../session/use-session.ts';
import classes from './user-menu.module.css';

export const ROLE_NAMES: Record<UserRole, string> = {
  platform_admin: 'Platform admin',
  org_admin: 'Org admin',
  member: 'Member',
  analyst: 'Analyst',
};

export const COLOR_SCHEMES: readonly { value: MantineColorScheme; name: string; icon: typeof IconSun }[] = [
  { value: 'light', name: 'Light', icon: IconSun },
  { value: 'dark', name: 'Dark', icon: IconMoon },
  { value: 'auto', name: 'System', icon: IconDeviceDesktop },
];

export function UserMenu() {
  const { user } = useSession();
  const signOut = useSignOut();
  return (
    <Menu position="top-start" width={220}>
      <Menu.Target>
        <UnstyledButton className={classes.user}>
          <span className={classes.initial} aria-hidden="true">
            {(user.name || user.email).slice(0, 1).toUpperCase()}
          </span>
          <span className={classes.who}>
            <span className="truncate">{user.name}</span>
            <Box component="span" fz={11} className="muted truncate">
              {user.name === ROLE_NAMES[user.role] ? user.email : ROLE_NAMES[user.role]}
              <span className="visually-hidden">: account and theme</span>
            </Box>
          </span>
          <IconChevronUp size={14} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{user.email}</Menu.Label>
        <Box p="2px 6px 6px">
          <ThemeSwitch />
        </Box>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={15} />} onClick={() => signOut.mutate()}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function ThemeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <SegmentedControl
      fullWidth
      aria-label="Theme"
      value={colorScheme}
      onChange={(value) => setColorScheme(value as MantineColorScheme)}
      data={COLOR_SCHEMES.map((scheme) => ({ value: scheme.value, label: scheme.name }))}
    />
  );
}
