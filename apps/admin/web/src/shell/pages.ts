import {
  IconArrowsExchange,
  IconBook2,
  IconBrain,
  IconBulb,
  IconChartBar,
  IconCoins,
  IconFlag,
  IconGauge,
  IconHistory,
  IconInbox,
  IconSettings,
  IconUsers,
  IconTargetArrow,
  IconPlayerPlay,
  IconPlugConnected,
  IconTool,
  IconMessages,
  IconStack2,
  IconTimeline,
  type Icon,
} from '@tabler/icons-react';
import type { ConsoleSession } from '#contracts/console';
import { permissionsOf } from '../session/use-permissions.ts';
import { refusalOf, type Restriction } from '../ui/not-allowed.tsx';

export interface ConsolePage {
  group: 'Now' | 'Turns' | 'Improve' | 'Operate' | 'Org';
  name: string;
  to: string;
  icon: Icon;
  /** Every signed-in user may open the page if absent. */
  only?: Restriction;
}

export const pages: readonly ConsolePage[] = [
  { group: 'Now', name: 'Overview', to: '/overview', icon: IconGauge },
  { group: 'Now', name: 'Inbox', to: '/inbox', icon: IconInbox, only: { may: 'work', what: 'Decisions' } },
  {
    group: 'Now',
    name: 'Playground',
    to: '/playground',
    icon: IconPlayerPlay,
    only: { may: 'work', what: 'Messages' },
  },
  { group: 'Turns', name: 'Turns', to: '/turns', icon: IconArrowsExchange },
  { group: 'Turns', name: 'Conversations', to: '/conversations', icon: IconMessages },
  { group: 'Turns', name: 'Traces', to: '/traces', icon: IconTimeline },
  { group: 'Improve', name: 'Broker', to: '/broker', icon: IconTargetArrow },
  { group: 'Improve', name: 'Flags', to: '/flags', icon: IconFlag },
  { group: 'Improve', name: 'Tools', to: '/tools', icon: IconTool },
  { group: 'Improve', name: 'Knowledge', to: '/knowledge', icon: IconBook2 },
  { group: 'Improve', name: 'Memory', to: '/memory', icon: IconBrain },
  { group: 'Improve', name: 'Requests and gaps', to: '/requests', icon: IconBulb },
  { group: 'Improve', name: 'Analytics', to: '/analytics', icon: IconChartBar },
  { group: 'Operate', name: 'Models and cost', to: '/models', icon: IconCoins },
  {
    group: 'Operate',
    name: 'Queues',
    to: '/queues',
    icon: IconStack2,
    only: { may: 'platform', what: 'Queues' },
  },
  { group: 'Operate', name: 'MCP servers', to: '/mcp-servers', icon: IconPlugConnected },
  { group: 'Org', name: 'Settings', to: '/settings', icon: IconSettings },
  {
    group: 'Org',
    name: 'Users and keys',
    to: '/users',
    icon: IconUsers,
    only: { may: 'admin', what: 'Users and keys' },
  },
  {
    group: 'Org',
    name: 'Audit log',
    to: '/audit',
    icon: IconHistory,
    only: { may: 'admin', what: 'Audit logs' },
  },
];

/** The visible pages of a session by group, without empty groups. */
export function pagesOf(session: ConsoleSession) {
  const may = permissionsOf(session);
  const visible = pages.filter(({ only }) => !refusalOf(only, may));
  const groups = [...new Set(visible.map(({ group }) => group))];
  return groups.map((group) => ({ group, pages: visible.filter((page) => page.group === group) }));
}
