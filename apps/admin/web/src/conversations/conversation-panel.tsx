import { ActionIcon, Button, SegmentedControl, Tooltip } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { Fragment } from 'react';
import {
  requestedSummary,
  consoleInsightPage,
  type ConsoleConversationDetail,
  type ConsoleInsight,
} from '#contracts/console';
import { insightsRequest } from '../api/requests.ts';
import { useKeysetList } from '../api/keyset-list.ts';
import { useChange } from '../api/use-change.ts';
import { usePermissions } from '../session/use-permissions.ts';
import { SPEAKERS } from '../memory/insight-labels.ts';
import { contactWord } from '../ui/contact.ts';
import { NoAnswer } from '../ui/no-answer.tsx';
import { usePageSearch } from '../ui/page-search.ts';
import { Peek } from '../ui/peek.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { WrittenText } from '../ui/written-text.tsx';
import { ArtifactView } from './artifact-view.tsx';
import type { PanelParam } from './panel-links.tsx';
import { PanelLists } from './panel-lists.tsx';
import { panelAt, kindLabel, SUMMARY_KIND, type Panel } from './panels.ts';
import classes from './conversations.module.css';
import { ToolLink } from '../ui/entity-links.tsx';

interface ConversationPanelProps {
  /** Name of the panel, or of an artifact kind that it shows. */
  name: string;
  conversation: ConsoleConversationDetail;
  place?: PanelParam;
}

/** A panel beside the messages: artifacts with their versions, lists computed from them, memory, or tools. */
export function ConversationPanel({ name, conversation, place = 'drawer' }: ConversationPanelProps) {
  const { change } = usePageSearch<PanelParam>();
  const at = panelAt(conversation, name);
  const title = at?.panel.title ?? kindLabel(name);
  return (
    <Peek
      label={title}
      title={title}
      actions={at?.kind === SUMMARY_KIND && <SumUp conversation={conversation} />}
      onClose={() => change({ [place]: undefined })}
    >
      {at ? (
        <Content
          panel={at.panel}
          kind={at.kind}
          conversation={conversation}
          onKind={(kind) => change({ [place]: kind })}
        />
      ) : (
        <p className="muted">This conversation has no panel of that name.</p>
      )}
    </Peek>
  );
}

interface ContentProps {
  panel: Panel;
  kind: string | undefined;
  conversation: ConsoleConversationDetail;
  onKind: (kind: string) => void;
}

function Content({ panel: { name, kinds, worksOut }, kind, conversation, onKind }: ContentProps) {
  const may = usePermissions();
  if (name === 'memory') return <Memory conversation={conversation} />;
  if (name === 'tools' || kind === undefined) return <Tools conversation={conversation} />;
  if (!may.textsOf(conversation.org.slug))
    return <p className="muted">Artifacts contain user text, which your role cannot read.</p>;
  if (worksOut) return <PanelLists conversationId={conversation.id} panel={name} />;
  const isThere = conversation.artifacts.some((one) => one.kind === kind);
  return (
    <>
      {kinds.length > 1 && (
        <SegmentedControl
          aria-label="Document"
          mb={10}
          data={kinds.map((one) => ({ value: one, label: kindLabel(one) }))}
          value={kind}
          onChange={onKind}
        />
      )}
      {isThere ? (
        <ArtifactView key={`${conversation.id} ${kind}`} kind={kind} conversationId={conversation.id} />
      ) : (
        <p className="muted">No version yet. The panel updates when an agent writes one.</p>
      )}
    </>
  );
}

/** Requests a summary from a worker; the panel shows it as soon as it is written. */
function SumUp({ conversation: { id } }: { conversation: ConsoleConversationDetail }) {
  const may = usePermissions();
  const sumUp = useChange({
    request: () => ({ method: 'POST', path: `/admin/conversations/${id}/summary` }),
    invalidates: ['conversation'],
    done: (_, answer) =>
      requestedSummary.parse(answer).requested
        ? 'A worker is updating the summary'
        : 'A summary is already being written. It will appear here.',
  });
  if (!may.work) return null;
  return (
    <Tooltip label="Update summary">
      <ActionIcon aria-label="Update summary" loading={sumUp.isPending} onClick={() => sumUp.mutate()}>
        <IconRefresh size={15} />
      </ActionIcon>
    </Tooltip>
  );
}

function Memory({
  conversation: { contactId, contactName, org },
}: {
  conversation: ConsoleConversationDetail;
}) {
  const insights = useKeysetList<ConsoleInsight>(
    insightsRequest({ org: org.slug, contact: contactId }),
    consoleInsightPage,
    { pollMs: false },
  );
  if (!insights.first) return <NoAnswer to={insights} what="The memory" />;
  if (insights.items.length === 0)
    return (
      <p className="muted">
        No insights about {contactWord({ contactId, contactName })} yet. The platform extracts insights from
        messages after each turn.
      </p>
    );
  return (
    <>
      <ul className={classes.insights}>
        {insights.items.map((insight) => (
          <li key={insight.id} data-outdated={insight.supersededById !== null || undefined}>
            <WrittenText text={insight.text} />
            <span className="muted">
              {insight.category}, importance {insight.importance}, said{' '}
              {insight.saidBy && `by ${SPEAKERS[insight.saidBy]} `}
              <RelativeTime at={insight.saidAt} />
            </span>
          </li>
        ))}
      </ul>
      {insights.hasMore && (
        <Button variant="subtle" color="gray" loading={insights.loadingMore} onClick={insights.loadMore}>
          Older insights
        </Button>
      )}
    </>
  );
}

function Tools({ conversation }: { conversation: ConsoleConversationDetail }) {
  const { recentTools, toolsAllowed, toolsDenied, org } = conversation;
  const lists = [
    { title: 'Recently used', names: recentTools, none: 'None.' },
    { title: 'Allowed', names: toolsAllowed ?? [], none: 'All tools of the agent.' },
    { title: 'Denied', names: toolsDenied, none: 'None.' },
  ];
  return lists.map(({ title, names, none }) => (
    <Fragment key={title}>
      <h3 className={classes.title}>{title}</h3>
      {names.length > 0 ? (
        <ul className={classes.tools}>
          {names.map((name) => (
            <li key={name}>
              <ToolLink name={name} org={org.slug} />
            </li>
          ))}
        </ul>
      ) : (
        <p className="muted">{none}</p>
      )}
    </Fragment>
  ));
}
