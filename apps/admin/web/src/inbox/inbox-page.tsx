import { IconInbox } from '@tabler/icons-react';
import { inboxKinds, inboxPage, type InboxItem, type InboxKind } from '#contracts/console';
import { inboxRequest, inboxCountsRequest } from '../api/requests.ts';
import { useKeysetList } from '../api/keyset-list.ts';
import { useAnswer } from '../api/use-answer.ts';
import { POLL_INTERVAL_MS } from '../api/query-client.ts';
import { column, momentColumn, orgColumn, type ListColumn } from '../ui/list-columns.tsx';
import { CsvButton } from '../ui/csv-button.tsx';
import { ListView } from '../ui/list-view.tsx';
import { LiveMark } from '../ui/live-mark.tsx';
import { EmptyState } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { usePageSearch } from '../ui/page-search.ts';
import { RelativeTime } from '../ui/relative-time.tsx';
import { RowCard } from '../ui/row-card.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { ViewTabs } from '../ui/view-tabs.tsx';
import { WrittenText } from '../ui/written-text.tsx';
import { InboxPeek } from './inbox-peek.tsx';
import { detailsOf, KINDS, subjectOf } from './inbox-labels.ts';

export function InboxPage() {
  const { search } = usePageSearch<'tab'>();
  const kind = inboxKinds.find((one) => one === search.tab);
  const list = useKeysetList<InboxItem>(inboxRequest({ org: search.org, tab: kind }), inboxPage);
  return (
    <Page
      title="Inbox"
      status={<LiveMark failed={list.isRefetchError} />}
      actions={
        <CsvButton
          name="inbox"
          rows={list.all}
          columns={[
            { name: 'kind', of: (item) => item.kind },
            { name: 'at', of: (item) => item.at },
            { name: 'org', of: (item) => item.org?.slug },
            { name: 'subject', of: subjectOf },
            { name: 'gist', of: detailsOf },
          ]}
        />
      }
    >
      <Tabs org={search.org} kind={kind} />
      <ListView
        label="Inbox"
        list={list}
        columns={COLUMNS}
        renderCard={(item) => (
          <RowCard
            title={
              <>
                <WrittenText text={subjectOf(item)} /> · <WrittenText text={detailsOf(item)} />
              </>
            }
            org={item.org}
            note={<KindBadge item={item} />}
            end={<RelativeTime at={item.at} />}
          />
        )}
        renderPeek={(item) => <InboxPeek key={item.id} item={item} />}
        empty={<InboxEmpty kind={kind} />}
      />
    </Page>
  );
}

function Tabs({ org, kind }: { org: string | undefined; kind: InboxKind | undefined }) {
  const { data } = useAnswer(inboxCountsRequest({ org }), inboxPage, { pollMs: POLL_INTERVAL_MS });
  const counts = data?.counts;
  const all = counts && inboxKinds.reduce((sum, one) => sum + counts[one], 0);
  return (
    <ViewTabs
      label="Kinds"
      current={kind ?? 'all'}
      tabs={[
        { name: 'all', label: 'All', count: all },
        ...inboxKinds.map((name) => ({ name, label: KINDS[name].plural, count: counts?.[name] })),
      ]}
    />
  );
}

const COLUMNS: ListColumn<InboxItem>[] = [
  column('kind', 'Kind', '144px', (item) => <KindBadge item={item} />),
  column('subject', 'Subject', 'minmax(110px, 1fr)', (item) => (
    <span className="mono">{subjectOf(item)}</span>
  )),
  column('gist', 'Details', { track: 'minmax(120px, 3fr)', minListPx: 620 }, (item) => (
    <WrittenText text={detailsOf(item)} className="muted" />
  )),
  orgColumn('minmax(64px, 0.6fr)', 760),
  momentColumn('at', 'Since', (item) => item.at),
];

function KindBadge({ item }: { item: InboxItem }) {
  const { label, tone } = KINDS[item.kind];
  return <StatusBadge tone={tone} label={label} />;
}

function InboxEmpty({ kind }: { kind: InboxKind | undefined }) {
  return (
    <EmptyState
      icon={IconInbox}
      title={kind ? `${KINDS[kind].plural}: none pending` : 'No pending decisions'}
    >
      Calls that need approval, unknown outcomes, changed tools of MCP servers and failed webhooks appear
      here. The settings define which calls need approval.
    </EmptyState>
  );
}
