import { Box, Kbd, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { IconKeyboard, IconSearch } from '@tabler/icons-react';
import { useSession } from '../session/use-session.ts';
import { Logo } from '../ui/logo.tsx';
import { OrgPicker } from './org-picker.tsx';
import { pagesOf } from './pages.ts';
import classes from './sidebar.module.css';
import { UserMenu } from './user-menu.tsx';

interface SidebarProps {
  onPalette: () => void;
  onHelp: () => void;
  onNavigate: () => void;
}

export function Sidebar({ onPalette, onHelp, onNavigate }: SidebarProps) {
  const session = useSession();
  const mod = navigator.platform.startsWith('Mac') ? '⌘' : 'ctrl';
  const open = (action: () => void) => () => {
    onNavigate();
    action();
  };
  return (
    <div className={classes.sidebar}>
      <Box p="2px 6px 4px">
        <Logo />
      </Box>
      <OrgPicker onPicked={onNavigate} />
      <button type="button" className={classes.search} onClick={open(onPalette)}>
        <IconSearch size={14} />
        <Box component="span" flex={1}>
          Search…
        </Box>
        <Kbd>{mod}</Kbd>
        <Kbd>k</Kbd>
      </button>
      <nav className={classes.pages} aria-label="Pages">
        {pagesOf(session).map(({ group, pages }) => (
          <Stack key={group} gap={0} role="group" aria-label={group}>
            <div className={classes.groupName} aria-hidden="true">
              {group}
            </div>
            {pages.map((page) => (
              <Link
                key={page.to}
                to={page.to}
                search={(current: { org?: string }) => ({ org: current.org })}
                className={classes.page}
                activeOptions={{ includeSearch: false }}
                activeProps={{ 'data-active': true }}
                onClick={onNavigate}
              >
                <page.icon size={16} stroke={1.7} />
                {page.name}
              </Link>
            ))}
          </Stack>
        ))}
      </nav>
      <Stack gap={4}>
        <button type="button" className={classes.page} onClick={open(onHelp)}>
          <IconKeyboard size={16} stroke={1.7} />
          <Box component="span" flex={1}>
            Keyboard
          </Box>
          <Kbd>?</Kbd>
        </button>
        <UserMenu />
      </Stack>
    </div>
  );
}
