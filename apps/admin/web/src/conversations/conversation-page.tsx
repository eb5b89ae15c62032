import { getRouteApi } from '@tanstack/react-router';
import { IconMessages } from '@tabler/icons-react';
import { consoleConversationDetail, type ConsoleConversationDetail } from '#contracts/console';
import { conversationRequest } from '../api/requests.ts';
import { POLL_INTERVAL_MS } from '../api/query-client.ts';
import { useAnswer } from '../api/use-answer.ts';
import { useShortcuts } from '../shell/shortcuts.ts';
import { TurnStateBadge } from '../turns/turn-state.tsx';
import { contactWord } from '../ui/contact.ts';
import { BackLink } from '../ui/back-link.tsx';
import { CopyId } from '../ui/copy-id.tsx';
import { Facts } from '../ui/facts.tsx';
import { formatCost, formatCount } from '../ui/format.ts';
import { LiveMark } from '../ui/live-mark.tsx';
import { isUnknownName, NotFound } from '../ui/not-found.tsx';
import { NoAnswer } from '../ui/no-answer.tsx';
import { Page } from '../ui/page.tsx';
import { usePageSearch } from '../ui/page-search.ts';
import { RelativeTime } from '../ui/relative-time.tsx';
import { SplitView } from '../ui/split-view.tsx';
import { ConversationPanel } from './conversation-panel.tsx';
import { ConversationTurns } from './conversation-turns.tsx';
import { PanelLinks } from './panel-links.tsx';
import classes from './conversations.module.css';

const route = getRouteApi('/conversations/$conversationId');

export function ConversationPage() {
  const { conversationId } = route.useParams();
  const { change } = usePageSearch<'drawer' | 'turn'>();
  const detail = useAnswer(conversationRequest(conversationId), consoleConversationDetail, {
    pollMs: POLL_INTERVAL_MS,
  });
  useShortcuts('Conversation', [
    { keys: ['Escape'], does: 'Close the panel', run: () => change({ drawer: undefined }) },
  ]);
  const heading = (
    <>
      <BackLink to="/conversations" />
      <span className="truncate">{detail.data ? contactWord(detail.data) : 'Conversation'}</span>
      {detail.data?.lastState && <TurnStateBadge state={detail.data.lastState} />}
    </>
  );
  return (
    <Page
      title={detail.data ? `Conversation with ${contactWord(detail.data)}` : 'Conversation'}
      heading={heading}
      status={detail.data && <LiveMark failed={detail.isRefetchError} />}
      actions={detail.data && <PanelLinks key={detail.data.id} conversation={detail.data} />}
    >
      {detail.data ? (
        <Loaded conversation={detail.data} />
      ) : isUnknownName(detail.error) ? (
        <NotFound icon={IconMessages} what="conversation" name={conversationId} list="/conversations">
          The address may be wrong, or the conversation was deleted or belongs to another org.
        </NotFound>
      ) : (
        <NoAnswer to={detail} what="The conversation" />
      )}
    </Page>
  );
}

function Loaded({ conversation }: { conversation: ConsoleConversationDetail }) {
  const { search } = usePageSearch<'drawer' | 'turn'>();
  return (
    <>
      <div className={classes.facts}>
        <Facts
          facts={{
            Org: conversation.org.name,
            Channel: conversation.channel,
            Pack: conversation.pack,
            Agent: conversation.agent,
            Turns: formatCount(conversation.turns),
            Cost: formatCost(conversation.totals.costUsd),
            Tokens: formatCount(conversation.totals.promptTokens + conversation.totals.completionTokens),
            'Tool calls': formatCount(conversation.totals.toolCalls),
            Started: <RelativeTime at={conversation.createdAt} />,
            Id: <CopyId id={conversation.id} of="conversation" />,
          }}
        />
      </div>
      <SplitView
        beside={search.drawer && <ConversationPanel name={search.drawer} conversation={conversation} />}
      >
        <ConversationTurns conversation={conversation} />
      </SplitView>
    </>
  );
}
