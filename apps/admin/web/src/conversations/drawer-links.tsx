import { Link } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { ConsoleConversationDetail } from '#contracts/console';
import { usePageSearch } from '../ui/page-search.ts';
import { drawerAt, drawersOf, type Drawer } from './drawers.ts';
import { useDrawerNews } from './use-drawer-news.ts';
import classes from './conversations.module.css';

/** Search parameter of the open panel; the second playground run has its own. */
export type DrawerPlace = 'drawer' | 'drawer2';

interface DrawerLinksProps {
  conversation: ConsoleConversationDetail;
  place?: DrawerPlace;
  /** Its turns were sent from this page. */
  begunHere?: boolean;
}

/**
 * Links to the panels. A panel that a reply opens is opened automatically, and changed artifacts are marked.
 */
export function DrawerLinks({ conversation, place = 'drawer', begunHere = false }: DrawerLinksProps) {
  const { search, change } = usePageSearch<DrawerPlace>();
  const onOpen = useCallback((drawer: string) => change({ [place]: drawer }), [change, place]);
  const at = search[place];
  const open = at === undefined ? undefined : drawerAt(conversation, at)?.drawer;
  const updated = useDrawerNews(conversation, open, onOpen, { begunHere });
  return (
    <nav className={classes.drawers} aria-label="Panels">
      {drawersOf(conversation).map((drawer) => (
        <Link
          key={drawer.name}
          to="."
          replace
          search={(current: Record<string, string | undefined>) => ({
            ...current,
            [place]: open?.name === drawer.name ? undefined : drawer.name,
          })}
          className={classes.drawerLink}
          aria-current={open?.name === drawer.name ? 'true' : undefined}
        >
          {drawer.title}
          <Note drawer={drawer} conversation={conversation} updated={updated} />
        </Link>
      ))}
    </nav>
  );
}

interface NoteProps {
  drawer: Drawer;
  conversation: ConsoleConversationDetail;
  updated: ReadonlySet<string>;
}

/** The version of the artifact in a panel, and whether it was updated. */
function Note({ drawer: { kinds, worksOut }, conversation: { artifacts }, updated }: NoteProps) {
  if (worksOut || kinds.length === 0) return null;
  const written = artifacts.filter(({ kind }) => kinds.includes(kind));
  if (kinds.some((kind) => updated.has(kind))) return <span className={classes.news}>updated</span>;
  if (written.length === 0) return <span className="muted">empty</span>;
  return (
    <span className="muted">
      {kinds.length === 1 ? `v${written[0]?.version}` : `${written.length} of ${kinds.length}`}
    </span>
  );
}
