import { ActionIcon, Box, Drawer } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { IconMenu2 } from '@tabler/icons-react';
import { lazy, Suspense, type ReactNode } from 'react';
import { useOrgChoice } from '../orgs/use-org-choice.ts';
import { Logo } from '../ui/logo.tsx';
import { CommandPalette } from './command-palette.tsx';
import { KnownOrg } from './known-org.tsx';
import classes from './shell.module.css';
import { useShortcutListener, useShortcuts } from './shortcuts.ts';
import { Sidebar } from './sidebar.tsx';

const HelpDialog = lazy(() => import('./help-dialog.tsx').then((file) => ({ default: file.HelpDialog })));

const NARROW = '(max-width: 767px)';

export function Shell({ children }: { children: ReactNode }) {
  const narrow = useMediaQuery(NARROW, window.matchMedia(NARROW).matches);
  const [sidebarShown, sidebar] = useDisclosure(true);
  const [drawerOpened, drawer] = useDisclosure(false);
  const [paletteOpened, palette] = useDisclosure(false);
  const [helpOpened, help] = useDisclosure(false);
  const navigate = useNavigate();
  const org = useOrgChoice();
  const { org: slug } = useSearch({ strict: false });

  useShortcutListener();
  useShortcuts('Everywhere', [
    { keys: ['mod+k'], does: 'Command palette', run: palette.toggle, inFields: true },
    {
      keys: ['mod+b'],
      does: 'Show or hide the sidebar',
      run: narrow ? drawer.toggle : sidebar.toggle,
      inFields: true,
    },
    { keys: ['?'], does: 'Keyboard shortcuts', run: help.open },
    {
      keys: ['/'],
      does: 'Search',
      run: () => focusSearch(() => void navigate({ to: '/turns', search: {} })),
    },
    { keys: ['f'], does: 'Filter', run: focusFilter },
  ]);

  const navigation = <Sidebar onPalette={palette.open} onHelp={help.open} onNavigate={drawer.close} />;
  return (
    <div className={classes.shell} data-sidebar={(sidebarShown && !narrow) || undefined}>
      <a className={classes.skip} href="#main">
        Skip to the content
      </a>
      {narrow ? (
        <header className={classes.topbar}>
          <ActionIcon aria-label="Open the navigation" onClick={drawer.open} size={32}>
            <IconMenu2 size={18} />
          </ActionIcon>
          <Logo />
          <Box component="span" pr={8} className="end muted truncate">
            {org?.name ?? slug ?? 'All orgs'}
          </Box>
        </header>
      ) : (
        sidebarShown && <aside className={classes.sidebar}>{navigation}</aside>
      )}
      <Drawer
        opened={narrow === true && drawerOpened}
        onClose={drawer.close}
        size={240}
        withCloseButton={false}
        padding={0}
      >
        <Box h="100dvh">{navigation}</Box>
      </Drawer>
      <main id="main" className={classes.main} tabIndex={-1}>
        <KnownOrg>{children}</KnownOrg>
      </main>
      <CommandPalette opened={paletteOpened} onClose={palette.close} onHelp={help.open} />
      <Suspense>{helpOpened && <HelpDialog opened onClose={help.close} />}</Suspense>
    </div>
  );
}

function focusFilter(): void {
  document
    .querySelector<HTMLElement>(
      '#main header :is(input, button):not([type="search"], [tabindex="-1"], :disabled)',
    )
    ?.focus();
}

/** Focuses the search field of the page, or opens the list of turns if there is none. */
function focusSearch(otherwise: () => void): void {
  const field = document.querySelector<HTMLInputElement>('input[type="search"]');
  if (!field) return otherwise();
  field.focus();
  field.select();
}
