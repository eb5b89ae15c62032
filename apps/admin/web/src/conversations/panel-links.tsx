import { Link } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { ConsoleConversationDetail } from '#contracts/console';
import { usePageSearch } from '../ui/page-search.ts';
import { panelAt, panelsOf, type Panel } from './panels.ts';
import { usePanelUpdates } from './use-panel-updates.ts';
import classes from './conversations.module.css';

/** Search parameter of the open panel; the second playground run has its own. */
export type PanelParam = 'drawer' | 'drawer2';

interface PanelLinksProps {
  conversation: ConsoleConversationDetail;
  place?: PanelParam;
  /** Its turns were sent from this page. */
  begunHere?: boolean;
}

/** Links to the panels. A panel that a reply opens is opened, and changed artifacts are marked. */
export function PanelLinks({ conversation, place = 'drawer', begunHere = false }: PanelLinksProps) {
  const { search, change } = usePageSearch<PanelParam>();
  const onOpen = useCallback((panel: string) => change({ [place]: panel }), [change, place]);
  const at = search[place];
  const open = at === undefined ? undefined : panelAt(conversation, at)?.panel;
  const updated = usePanelUpdates(conversation, open, onOpen, { begunHere });
  return (
    <nav className={classes.panels} aria-label="Panels">
      {panelsOf(conversation).map((panel) => (
        <Link
          key={panel.name}
          to="."
          replace
          search={(current: Record<string, string | undefined>) => ({
            ...current,
            [place]: open?.name === panel.name ? undefined : panel.name,
          })}
          className={classes.panelLink}
          aria-current={open?.name === panel.name ? 'true' : undefined}
        >
          {panel.title}
          <Note panel={panel} conversation={conversation} updated={updated} />
        </Link>
      ))}
    </nav>
  );
}

interface NoteProps {
  panel: Panel;
  conversation: ConsoleConversationDetail;
  updated: ReadonlySet<string>;
}

/** The version of the artifact in a panel, and whether it was updated. */
function Note({ panel: { kinds, worksOut }, conversation: { artifacts }, updated }: NoteProps) {
  if (worksOut || kinds.length === 0) return null;
  const written = artifacts.filter(({ kind }) => kinds.includes(kind));
  if (kinds.some((kind) => updated.has(kind))) return <span className={classes.updated}>updated</span>;
  if (written.length === 0) return <span className="muted">empty</span>;
  return (
    <span className="muted">
      {kinds.length === 1 ? `v${written[0]?.version}` : `${written.length} of ${kinds.length}`}
    </span>
  );
}
