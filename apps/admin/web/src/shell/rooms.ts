import {
  IconArrowsExchange,
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
import { mayOf } from '../session/use-may.ts';

/** What the rooms of the sidebar are grouped by, in their order. */
export const roomGroups = ['Now', 'Turns', 'Improve', 'Operate', 'Org'] as const;
export type RoomGroup = (typeof roomGroups)[number];

/** A page of the sidebar and the palette. */
export interface Room {
  group: RoomGroup;
  name: string;
  to: string;
  icon: Icon;
  /** Left out, everybody who is signed in sees it. */
  visibleTo?: (session: ConsoleSession) => boolean;
}

const isAdmin = ({ user }: ConsoleSession) => user.role === 'platform_admin' || user.role === 'org_admin';

/** The rooms that exist, in the order of the sidebar. A room is added here when its page is: one line each. */
// prettier-ignore
export const rooms: readonly Room[] = [
  { group: 'Now', name: 'Overview', to: '/overview', icon: IconGauge },
  { group: 'Now', name: 'Inbox', to: '/inbox', icon: IconInbox, visibleTo: ({ user }) => user.role !== 'analyst' },
  { group: 'Now', name: 'Playground', to: '/playground', icon: IconPlayerPlay, visibleTo: (session) => mayOf(session).work },
  { group: 'Turns', name: 'Turns', to: '/turns', icon: IconArrowsExchange },
  { group: 'Turns', name: 'Conversations', to: '/conversations', icon: IconMessages },
  { group: 'Turns', name: 'Traces', to: '/traces', icon: IconTimeline },
  { group: 'Improve', name: 'Broker', to: '/broker', icon: IconTargetArrow },
  { group: 'Improve', name: 'Flags', to: '/flags', icon: IconFlag },
  { group: 'Improve', name: 'Tools', to: '/tools', icon: IconTool },
  { group: 'Improve', name: 'Memory', to: '/memory', icon: IconBrain },
  { group: 'Improve', name: 'Requests and gaps', to: '/requests', icon: IconBulb },
  { group: 'Improve', name: 'Analytics', to: '/analytics', icon: IconChartBar },
  { group: 'Operate', name: 'Models and cost', to: '/models', icon: IconCoins },
  { group: 'Operate', name: 'Queues', to: '/queues', icon: IconStack2, visibleTo: (session) => mayOf(session).platform },
  { group: 'Operate', name: 'MCP servers', to: '/mcp-servers', icon: IconPlugConnected },
  { group: 'Org', name: 'Settings', to: '/settings', icon: IconSettings },
  { group: 'Org', name: 'Users and keys', to: '/people', icon: IconUsers, visibleTo: isAdmin },
  { group: 'Org', name: 'Audit log', to: '/audit', icon: IconHistory, visibleTo: isAdmin },
];

/** The rooms of a session by their group; groups without one are left out. */
export function roomsOf(session: ConsoleSession): { group: RoomGroup; rooms: Room[] }[] {
  const visible = rooms.filter((room) => room.visibleTo?.(session) ?? true);
  return roomGroups
    .map((group) => ({ group, rooms: visible.filter((room) => room.group === group) }))
    .filter((entry) => entry.rooms.length > 0);
}
