import type { MantineColorScheme } from '@mantine/core';
import type { UseNavigateResult } from '@tanstack/react-router';
import {
  IconBuilding,
  IconHash,
  IconKeyboard,
  IconLogout,
  IconSearch,
  IconTimeline,
  type Icon,
} from '@tabler/icons-react';
import { uuid } from '#contracts';
import { TRACE_ID, type ConsoleOrg, type ConsoleSession } from '#contracts/console';
import { pagesOf } from './pages.ts';
import { COLOR_SCHEMES } from './user-menu.tsx';

export interface Command {
  name: string;
  group: 'Page' | 'Org' | 'Turn' | 'Search' | 'Theme' | 'Account';
  icon: Icon;
  run: () => void;
}

interface CommandContext {
  session: ConsoleSession;
  orgs: readonly ConsoleOrg[];
  navigate: UseNavigateResult<string>;
  setColorScheme: (scheme: MantineColorScheme) => void;
  signOut: () => void;
  onHelp: () => void;
}

const MAX_ORGS_SHOWN = 8;

/** What the palette offers for `text`: the exact id first, then names, then a search for the words. */
export function commandsFor(text: string, context: CommandContext): Command[] {
  const wanted = text.trim().toLowerCase();
  const named = allCommands(context).filter((command) =>
    `${command.group} ${command.name}`.toLowerCase().includes(wanted),
  );
  if (!wanted) return named;
  return [...idCommands(wanted, context), ...named, searchCommand(text.trim(), context)];
}

function allCommands({
  session,
  orgs,
  navigate,
  setColorScheme,
  signOut,
  onHelp,
}: CommandContext): Command[] {
  const pickable = session.permissions.allOrgs ? orgs.slice(0, MAX_ORGS_SHOWN) : [];
  return [
    ...pagesOf(session)
      .flatMap(({ pages }) => pages)
      .map((page): Command => ({
        name: page.name,
        group: 'Page',
        icon: page.icon,
        run: () => void navigate({ to: page.to }),
      })),
    ...pickable.map((org): Command => ({
      name: org.name,
      group: 'Org',
      icon: IconBuilding,
      run: () => void navigate({ to: '/turns', search: { org: org.slug } }),
    })),
    ...COLOR_SCHEMES.map((scheme): Command => ({
      name: scheme.name,
      group: 'Theme',
      icon: scheme.icon,
      run: () => setColorScheme(scheme.value),
    })),
    { name: 'Keyboard', group: 'Account', icon: IconKeyboard, run: onHelp },
    { name: 'Sign out', group: 'Account', icon: IconLogout, run: signOut },
  ];
}

function idCommands(wanted: string, { navigate }: CommandContext): Command[] {
  if (TRACE_ID.test(wanted))
    return [
      {
        name: `Open trace ${wanted}`,
        group: 'Turn',
        icon: IconTimeline,
        run: () => void navigate({ to: '/traces/$traceId', params: { traceId: wanted }, search: {} }),
      },
    ];
  if (!uuid.safeParse(wanted).success) return [];
  return [
    {
      name: `Open turn ${wanted}`,
      group: 'Turn',
      icon: IconHash,
      run: () => void navigate({ to: '/turns/$turnId', params: { turnId: wanted }, search: {} }),
    },
  ];
}

function searchCommand(words: string, { navigate }: CommandContext): Command {
  return {
    name: `Search turns for “${words}”`,
    group: 'Search',
    icon: IconSearch,
    run: () => void navigate({ to: '/turns', search: { q: words } }),
  };
}
