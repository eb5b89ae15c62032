import { IconArrowsExchange, type Icon } from '@tabler/icons-react';
import type { ConsoleSession } from '#contracts';

/** A page of the sidebar and the palette. */
export interface Room {
  name: string;
  to: string;
  icon: Icon;
  /** Left out, everybody who is signed in sees it. */
  visibleTo?: (session: ConsoleSession) => boolean;
}

/** The rooms that exist. A room is added here when its page is. */
export const rooms: readonly Room[] = [{ name: 'Turns', to: '/turns', icon: IconArrowsExchange }];
