import { Button, Select } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { artifactContentView, artifactVersionPage } from '#contracts';
import { consoleInsightPage, type ConsoleConversationDetail, type ConsoleInsight } from '#contracts/console';
import { insightsAsk } from '../api/asks.ts';
import { useKeysetList } from '../api/keyset-list.ts';
import { useAnswer } from '../api/use-answer.ts';
import { POLL_INTERVAL_MS } from '../api/query-client.ts';
import { useMay } from '../session/use-may.ts';
import { SPEAKERS } from '../memory/insight-words.ts';
import { contactWord } from '../ui/contact.ts';
import { DifferenceView } from '../ui/difference/difference-view.tsx';
import { Facts } from '../ui/facts.tsx';
import { JsonView } from '../ui/json-view.tsx';
import { Loading } from '../ui/loading.tsx';
import { ErrorState } from '../ui/notice.tsx';
import { usePageSearch } from '../ui/page-search.ts';
import { Peek } from '../ui/peek.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { WrittenLines, WrittenText } from '../ui/written-text.tsx';
import classes from './conversations.module.css';

/** `conversation_summary` as `Summary`, `wiring_diagram` as `Wiring diagram`. */
export function drawerLabel(kind: string): string {
  const words = kind.replace(/^conversation_/, '').replaceAll('_', ' ');
  return words === 'bom' ? 'BOM' : words.charAt(0).toUpperCase() + words.slice(1);
}

/** What is beside the messages: one artifact with its versions, the memory of the contact, or the tools. */
export function ConversationDrawer({
  kind,
  conversation,
}: {
  kind: string;
  conversation: ConsoleConversationDetail;
}) {
  const { change } = usePageSearch<'drawer'>();
  const may = useMay();
  return (
    <Peek label={drawerLabel(kind)} title={drawerLabel(kind)} onClose={() => change({ drawer: undefined })}>
      {kind === 'memory' ? (
        <Memory conversation={conversation} />
      ) : kind === 'tools' ? (
        <Tools conversation={conversation} />
      ) : may.textsOf(conversation.org.slug) ? (
        <Artifact kind={kind} conversation={conversation} />
      ) : (
        <p className="muted">Artifacts hold what people wrote; your role does not see that.</p>
      )}
    </Peek>
  );
}

/** One version, and what it changed. Followed: a summary shows itself while it is written anew. */
function Artifact({ kind, conversation }: { kind: string; conversation: ConsoleConversationDetail }) {
  const path = `/admin/conversations/${conversation.id}/artifacts/${kind}`;
  const [version, setVersion] = useState<string | null>(null);
  const [against, setAgainst] = useState<string | null>(null);
  const versions = useAnswer({
    key: 'artifact-versions',
    path: `${path}/versions`,
    schema: artifactVersionPage,
    pollMs: POLL_INTERVAL_MS,
  });
  const current = useArtifact(path, version, version === null);
  const other = useArtifact(path, against, false, against !== null);
  if (current.isPending) return <Loading what="Loading the artifact" />;
  if (!current.data)
    return <ErrorState error={current.error} what="The artifact" onRetry={() => void current.refetch()} />;
  const known = versions.data?.items.map((one) => String(one.version)) ?? [];
  return (
    <>
      <div className={classes.versions}>
        <Select
          label="Version"
          data={known.map((one, index) => ({ value: one, label: index === 0 ? `${one}, current` : one }))}
          value={version ?? String(current.data.version)}
          allowDeselect={false}
          onChange={(next) => setVersion(next === known[0] ? null : next)}
        />
        <Select
          label="Compared with"
          placeholder="nothing"
          clearable
          data={known.filter((one) => one !== String(current.data.version))}
          value={against}
          onChange={setAgainst}
        />
      </div>
      <Facts
        facts={[
          ['Written', <RelativeTime key="at" at={current.data.createdAt} />],
          ['By', current.data.author.agent ?? current.data.author.kind],
          ['How', current.data.strategy],
          ['Lines', `+${current.data.change.added} −${current.data.change.removed}`],
          ['In', current.data.turnId && <TurnLink key="turn" turnId={current.data.turnId} />],
        ]}
      />
      {current.data.warnings.map((warning) => (
        <p key={warning} className={classes.warning}>
          {warning}
        </p>
      ))}
      <h3 className={classes.title}>{current.data.title}</h3>
      {against !== null && other.data ? (
        <DifferenceView label={current.data.title} before={other.data.content} after={current.data.content} />
      ) : typeof current.data.content === 'string' ? (
        <div className={classes.content}>
          <WrittenLines text={current.data.content} />
        </div>
      ) : (
        <JsonView value={current.data.content} label={current.data.title} />
      )}
    </>
  );
}

function useArtifact(path: string, version: string | null, live: boolean, enabled = true) {
  return useAnswer<typeof artifactContentView>({
    key: 'artifact',
    path,
    query: { version: version ?? undefined },
    schema: artifactContentView,
    pollMs: live ? POLL_INTERVAL_MS : false,
    enabled,
  });
}

function TurnLink({ turnId }: { turnId: string }) {
  return (
    <Link to="/turns/$turnId" params={{ turnId }} search={{}}>
      a turn
    </Link>
  );
}

/** What is remembered of the contact, in every conversation. */
function Memory({
  conversation: { contactId, contactName, org },
}: {
  conversation: ConsoleConversationDetail;
}) {
  const insights = useKeysetList<ConsoleInsight>({
    key: 'insights',
    ...insightsAsk({ org: org.slug, contact: contactId }),
    schema: consoleInsightPage,
    pollMs: false,
  });
  if (insights.isPending) return <Loading what="Loading what is remembered" />;
  if (insights.error && insights.items.length === 0)
    return <ErrorState error={insights.error} what="The memory" onRetry={insights.retry} />;
  if (insights.items.length === 0)
    return (
      <p className="muted">
        Nothing is remembered of {contactWord({ contactId, contactName })} yet. Insights are taken from
        messages after a turn.
      </p>
    );
  return (
    <>
      <ul className={classes.insights}>
        {insights.items.map((insight) => (
          <li key={insight.id} data-outdated={insight.supersededById !== null || undefined}>
            <WrittenText text={insight.text ?? 'Not shown to your role'} />
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

/** Its recent tools, and the list of its own. */
function Tools({
  conversation: { recentTools, toolsAllowed, toolsDenied, org },
}: {
  conversation: ConsoleConversationDetail;
}) {
  const list = (names: readonly string[]) =>
    names.map((name) => (
      <li key={name}>
        <Link to="/tools/$name" params={{ name }} search={{ org: org.slug }} className="mono">
          {name}
        </Link>
      </li>
    ));
  return (
    <>
      <h3 className={classes.title}>Recent, and offered again</h3>
      {recentTools.length > 0 ? (
        <ul className={classes.tools}>{list(recentTools)}</ul>
      ) : (
        <p className="muted">None yet.</p>
      )}
      <h3 className={classes.title}>Allowed</h3>
      {toolsAllowed ? (
        <ul className={classes.tools}>{list(toolsAllowed)}</ul>
      ) : (
        <p className="muted">Every tool of its agent.</p>
      )}
      <h3 className={classes.title}>Denied</h3>
      {toolsDenied.length > 0 ? (
        <ul className={classes.tools}>{list(toolsDenied)}</ul>
      ) : (
        <p className="muted">None.</p>
      )}
    </>
  );
}
