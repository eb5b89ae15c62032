import type { MantineColorScheme } from '@mantine/core';
import type { UseNavigateResult } from '@tanstack/react-router';
import {
  IconBuilding,
  IconFlag,
  IconHash,
  IconKeyboard,
  IconLogout,
  IconMessages,
  IconSearch,
  IconTimeline,
  IconTool,
  IconUser,
  type Icon,
} from '@tabler/icons-react';
import { uuid } from '#contracts';
import { TRACE_ID, type ConsoleOrg, type ConsoleSession } from '#contracts/console';
import { namesWith } from './name-matches.ts';
import { pagesOf } from './pages.ts';
import type { Names } from './use-names.ts';
import { COLOR_SCHEMES } from './user-menu.tsx';

export interface Command {
  name: string;
  group:
    'Page' | 'Org' | 'Tool' | 'Flag' | 'Contact' | 'Turn' | 'Conversation' | 'Search' | 'Theme' | 'Account';
  icon: Icon;
  run: () => void;
}

interface CommandContext {
  session: ConsoleSession;
  orgs: readonly ConsoleOrg[];
  org: string | undefined;
  named: Names;
  navigate: UseNavigateResult<string>;
  setColorScheme: (scheme: MantineColorScheme) => void;
  signOut: () => void;
  onHelp: () => void;
}

const MAX_ORGS_SHOWN = 8;

/** Commands for `text`: the exact id first, then names, then word searches. */
export function commandsFor(text: string, context: CommandContext): Command[] {
  const wanted = text.trim().toLowerCase();
  const fits = ({ group, name }: Pick<Command, 'group' | 'name'>) =>
    `${group} ${name}`.toLowerCase().includes(wanted);
  const orgs = context.orgs.filter(({ name }) => fits({ group: 'Org', name })).slice(0, MAX_ORGS_SHOWN);
  const named = allCommands({ ...context, orgs }).filter(fits);
  if (!wanted) return named;
  return [
    ...idCommands(wanted, context),
    ...named,
    ...namedCommands(wanted, context),
    ...searchCommands(text.trim(), context),
  ];
}

function allCommands({
  session,
  orgs,
  navigate,
  setColorScheme,
  signOut,
  onHelp,
}: CommandContext): Command[] {
  const pickable = session.permissions.allOrgs ? orgs : [];
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
    { name: 'Keyboard shortcuts', group: 'Account', icon: IconKeyboard, run: onHelp },
    { name: 'Sign out', group: 'Account', icon: IconLogout, run: signOut },
  ];
}

/** Tools, flags and contacts, which are too many to list without a search. */
function namedCommands(wanted: string, { named, org, navigate }: CommandContext): Command[] {
  const { contact } = named;
  const commands = [
    ...namesWith(wanted, named.tools).map((name): Command => ({
      name,
      group: 'Tool',
      icon: IconTool,
      run: () => void navigate({ to: '/tools/$name', params: { name }, search: { org } }),
    })),
    ...namesWith(wanted, named.flags).map((key): Command => ({
      name: key,
      group: 'Flag',
      icon: IconFlag,
      run: () => void navigate({ to: '/flags/$key', params: { key }, search: { org } }),
    })),
  ];
  if (contact === undefined) return commands;
  const run = () => void navigate({ to: '/conversations', search: { org, contact } });
  return [...commands, { name: `Conversations of ${contact}`, group: 'Contact', icon: IconUser, run }];
}

function idCommands(id: string, { navigate }: CommandContext): Command[] {
  const open = (to: string) => () => void navigate({ to: `${to}/${id}`, search: {} });
  if (TRACE_ID.test(id))
    return [{ name: `Open trace ${id}`, group: 'Turn', icon: IconTimeline, run: open('/traces') }];
  if (!uuid.safeParse(id).success) return [];
  return [
    { name: `Open turn ${id}`, group: 'Turn', icon: IconHash, run: open('/turns') },
    {
      name: `Open conversation ${id}`,
      group: 'Conversation',
      icon: IconMessages,
      run: open('/conversations'),
    },
  ];
}

function searchCommands(q: string, { org, navigate }: CommandContext): Command[] {
  return ['turns', 'conversations'].map((what): Command => ({
    name: `Search ${what} for “${q}”`,
    group: 'Search',
    icon: IconSearch,
    run: () => void navigate({ to: `/${what}`, search: { org, q } }),
  }));
}
