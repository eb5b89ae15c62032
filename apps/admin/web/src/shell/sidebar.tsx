import { Kbd } from '@mantine/core';
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
      <div className={classes.head}>
        <Logo />
      </div>
      <OrgPicker onPicked={onNavigate} />
      <button type="button" className={classes.search} onClick={open(onPalette)}>
        <IconSearch size={14} />
        <span className={classes.grow}>Search…</span>
        <Kbd>{mod}</Kbd>
        <Kbd>k</Kbd>
      </button>
      <nav className={classes.pages} aria-label="Pages">
        {pagesOf(session).map(({ group, pages }) => (
          <div key={group} className={classes.group} role="group" aria-label={group}>
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
          </div>
        ))}
      </nav>
      <div className={classes.foot}>
        <button type="button" className={classes.page} onClick={open(onHelp)}>
          <IconKeyboard size={16} stroke={1.7} />
          <span className={classes.grow}>Keyboard</span>
          <Kbd>?</Kbd>
        </button>
        <UserMenu />
      </div>
    </div>
  );
}
