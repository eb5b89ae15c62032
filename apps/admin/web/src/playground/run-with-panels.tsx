import type { ReactNode } from 'react';
import { consoleConversationDetail } from '#contracts/console';
import { conversationRequest } from '../api/requests.ts';
import { POLL_INTERVAL_MS } from '../api/query-client.ts';
import { useAnswer } from '../api/use-answer.ts';
import { ConversationPanel } from '../conversations/conversation-panel.tsx';
import { PanelLinks, type PanelParam } from '../conversations/panel-links.tsx';
import { useShortcuts } from '../shell/shortcuts.ts';
import { usePageSearch } from '../ui/page-search.ts';
import { SplitView } from '../ui/split-view.tsx';
import classes from './playground.module.css';

interface RunWithPanelsProps {
  /** Conversation of the run; undefined until it has begun. */
  conversationId: string | undefined;
  place: PanelParam;
  children: ReactNode;
}

/** The turns of a run with the panels of its conversation; a panel opens when a reply opens it. */
export function RunWithPanels({ conversationId, place, children }: RunWithPanelsProps) {
  const { search, change } = usePageSearch<PanelParam>();
  const found = useAnswer(conversationRequest(conversationId ?? ''), consoleConversationDetail, {
    pollMs: POLL_INTERVAL_MS,
    enabled: conversationId !== undefined,
  });
  const conversation = found.data?.id === conversationId ? found.data : undefined;
  const open = conversation && search[place];
  // If no panel is open here, the key belongs to the other run.
  useShortcuts(
    'Playground',
    open ? [{ keys: ['Escape'], does: 'Close the panel', run: () => change({ [place]: undefined }) }] : [],
  );
  return (
    <>
      {conversation && (
        <div className={classes.panels}>
          <PanelLinks key={conversation.id} conversation={conversation} place={place} begunHere />
        </div>
      )}
      <SplitView beside={open && <ConversationPanel name={open} conversation={conversation} place={place} />}>
        {children}
      </SplitView>
    </>
  );
}
