import { Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { IconHistory } from '@tabler/icons-react';
import { useMemo } from 'react';
import { consoleAuditPage, type ConsoleAuditEntry } from '#contracts/console';
import { auditRequest, auditFilterNames } from '../api/requests.ts';
import { useKeysetList } from '../api/keyset-list.ts';
import { usePermissions } from '../session/use-permissions.ts';
import { column, MOMENT_TRACK, orgColumn, type ListColumn } from '../ui/list-columns.tsx';
import { CopyId } from '../ui/copy-id.tsx';
import { CsvButton } from '../ui/csv-button.tsx';
import { csvFields, type CsvColumn } from '../ui/csv.ts';
import { DifferenceView } from '../ui/difference/difference-view.tsx';
import { Facts } from '../ui/facts.tsx';
import { ClearFilters, FilterChip } from '../ui/filters.tsx';
import { formatAbsolute } from '../ui/format.ts';
import { ListView } from '../ui/list-view.tsx';
import { LiveMark } from '../ui/live-mark.tsx';
import { EmptyState } from '../ui/notice.tsx';
import { PageFilter, PageSearchField } from '../ui/page-filters.tsx';
import { Page } from '../ui/page.tsx';
import { usePageSearch } from '../ui/page-search.ts';
import { Peek } from '../ui/peek.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { RowCard } from '../ui/row-card.tsx';
import { Section } from '../ui/section.tsx';
import { WrittenText } from '../ui/written-text.tsx';
import classes from './audit.module.css';
import { actorOf, idOf, kindOf, sentenceOf, targetOf } from './audit-labels.ts';

const AREAS = [
  { value: 'flag', label: 'Flags' },
  { value: 'tool', label: 'Tools' },
  { value: 'setting', label: 'Settings' },
  { value: 'model', label: 'Models' },
  { value: 'budget', label: 'Budgets' },
  { value: 'user', label: 'Users' },
  { value: 'invitation', label: 'Invitations' },
  { value: 'api_key', label: 'API keys' },
  { value: 'session', label: 'Sign-ins' },
  { value: 'approval', label: 'Approvals' },
  { value: 'insight', label: 'Memory' },
  { value: 'contact', label: 'Erasures' },
  { value: 'webhook', label: 'Webhooks' },
  { value: 'mcp_server', label: 'MCP servers' },
];
const ACTORS = [
  { value: 'user', label: 'People' },
  { value: 'api_key', label: 'API keys' },
  { value: 'system', label: 'The platform' },
];

export function AuditPage() {
  const { search, change, clear } = usePageSearch<(typeof auditFilterNames)[number]>();
  const everybody = usePermissions().allOrgs;
  const list = useKeysetList<ConsoleAuditEntry>(auditRequest(search), consoleAuditPage);
  const columns = useMemo(() => columnsOf(everybody), [everybody]);
  const narrowed = auditFilterNames.some((name) => search[name] !== undefined);
  return (
    <Page
      title="Audit log"
      status={<LiveMark failed={list.isRefetchError} />}
      actions={
        <>
          <PageSearchField label="Search the audit log" placeholder="Target, reason or person" />
          <PageFilter name="action" label="Area" searchable options={AREAS} />
          <PageFilter name="actor" label="Actor type" options={ACTORS} />
          <DayField label="From" value={search.from} onChange={(from) => change({ from })} />
          <DayField label="To" value={search.to} onChange={(to) => change({ to })} />
          {search.user && <FilterChip label="One user" onRemove={() => change({ user: undefined })} />}
          <ClearFilters shown={narrowed} onClear={clear} />
          <CsvButton name="audit" rows={list.all} columns={CSV} />
        </>
      }
    >
      <ListView
        label="Audit log"
        list={list}
        columns={columns}
        narrowed={narrowed}
        renderCard={(entry) => (
          <RowCard
            title={sentenceOf(entry)}
            org={entry.org}
            note={
              <>
                <WrittenText text={actorOf(entry, { everybody })} />{' '}
                {entry.reason && <WrittenText text={entry.reason} />}
              </>
            }
            end={<RelativeTime at={entry.at} />}
          />
        )}
        renderPeek={(entry) => <EntryPeek key={entry.id} entry={entry} everybody={everybody} />}
        empty={
          <EmptyState icon={IconHistory} title="No entries yet">
            Every change made in the console, with an API key or by the platform is listed here with its
            reason.
          </EmptyState>
        }
      />
    </Page>
  );
}

function DayField({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string | undefined;
  onChange: (day: string | undefined) => void;
}) {
  return (
    <label className={classes.dayField} title={`${label} date (UTC)`}>
      <span aria-hidden="true">{label}</span>
      <input
        type="date"
        aria-label={`${label} date (UTC)`}
        className={classes.day}
        value={value ?? ''}
        onChange={(event) => onChange(event.currentTarget.value || undefined)}
      />
    </label>
  );
}

function columnsOf(everybody: boolean): ListColumn<ConsoleAuditEntry>[] {
  return [
    column('at', 'When', MOMENT_TRACK, ({ at }) => <RelativeTime at={at} />),
    column('actor', 'Who', 'minmax(96px, 1fr)', (entry) => (
      <span title={entry.actor.email ?? undefined}>{actorOf(entry, { everybody })}</span>
    )),
    column('action', 'What', 'minmax(130px, 1fr)', ({ action }) => <span className="mono">{action}</span>),
    column('target', 'Target', { track: 'minmax(120px, 1.4fr)', minListPx: 620 }, (entry) => (
      <>
        <span className="muted" title={entry.target}>
          {kindOf(entry)}
        </span>{' '}
        <WrittenText text={targetOf(entry)} />
      </>
    )),
    orgColumn('minmax(72px, 0.6fr)', 760),
    column('reason', 'Why', { track: 'minmax(120px, 1.8fr)', minListPx: 860 }, ({ reason }) => (
      <span className="muted" title={reason ?? undefined}>
        {reason ?? '–'}
      </span>
    )),
  ];
}

function EntryPeek({ entry, everybody }: { entry: ConsoleAuditEntry; everybody: boolean }) {
  const { actor, target, targetName } = entry;
  const flag = entry.target.startsWith('flag:') ? entry.target.slice('flag:'.length) : undefined;
  return (
    <Peek title={sentenceOf(entry)} label={`Change: ${entry.action}`}>
      <Stack gap={14}>
        {entry.reason && <p className="lead">{entry.reason}</p>}
        <Section title="What changed">
          {entry.before === null && entry.after === null ? (
            <p className="muted">This entry records no values.</p>
          ) : (
            <DifferenceView label="the entry" before={entry.before} after={entry.after} />
          )}
        </Section>
        <Facts
          facts={{
            When: formatAbsolute(new Date(entry.at)),
            Who: actorOf(entry, { everybody }),
            Address: actor.email,
            'User id': actor.userId && <CopyId id={actor.userId} of="user" />,
            Org: entry.org?.name ?? 'The platform',
            Of: targetName,
            Target: <CopyId id={idOf(target) || target} of={kindOf(entry) || 'target'} whole />,
            Undo: flag && (
              <Link to="/flags/$key" params={{ key: flag }} search={{ org: entry.org?.slug }}>
                Open the flag
              </Link>
            ),
            Others: actor.userId && (
              <Link
                to="."
                search={(current: Record<string, string | undefined>) => ({
                  org: current.org,
                  user: actor.userId ?? undefined,
                })}
              >
                All entries of this user
              </Link>
            ),
          }}
        />
      </Stack>
    </Peek>
  );
}

const CSV: CsvColumn<ConsoleAuditEntry>[] = [
  ...csvFields<ConsoleAuditEntry>('at', 'org'),
  { name: 'actor_kind', of: (entry) => entry.actor.kind },
  { name: 'actor', of: (entry) => entry.actor.name },
  { name: 'actor_email', of: (entry) => entry.actor.email },
  { name: 'actor_id', of: (entry) => entry.actor.userId },
  ...csvFields<ConsoleAuditEntry>('action', 'targetName', 'target', 'reason'),
  { name: 'before', of: (entry) => JSON.stringify(entry.before) },
  { name: 'after', of: (entry) => JSON.stringify(entry.after) },
];
