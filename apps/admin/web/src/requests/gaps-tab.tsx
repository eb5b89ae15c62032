import { Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { IconPuzzle } from '@tabler/icons-react';
import {
  toolGapKinds,
  toolGapReport,
  type ToolGap,
  type ToolGapKind,
  type ToolGapReport,
} from '#contracts/console';
import { gapsRequest } from '../api/requests.ts';
import { useKeysetList } from '../api/keyset-list.ts';
import { column, momentColumn, type ListColumn } from '../ui/list-columns.tsx';
import { CsvButton } from '../ui/csv-button.tsx';
import { csvFields, type CsvColumn } from '../ui/csv.ts';
import { Facts } from '../ui/facts.tsx';
import { ListTab } from '../ui/list-tab.tsx';
import { ListView } from '../ui/list-view.tsx';
import { EmptyState } from '../ui/notice.tsx';
import { Peek } from '../ui/peek.tsx';
import { PageDays, PageFilter } from '../ui/page-filters.tsx';
import { usePageSearch } from '../ui/page-search.ts';
import { RelativeTime } from '../ui/relative-time.tsx';
import { RowCard } from '../ui/row-card.tsx';
import { Section } from '../ui/section.tsx';
import { WrittenText, WrittenLines } from '../ui/written-text.tsx';
import { GAP_KINDS, STATUSES } from './request-labels.ts';
import classes from './requests.module.css';
import { counted } from '../ui/format.ts';
import { TurnLink } from '../ui/entity-links.tsx';

const wordsOf = ({ words, firstAt }: ToolGap) =>
  words?.join(', ') ?? `Messages since ${firstAt.slice(0, 10)}`;
const idOf = (gap: ToolGap) => gap.examples[0]?.turnId ?? gap.firstAt;
const kindsOf = ({ kinds }: ToolGap) =>
  Object.entries(kinds)
    .map(([kind, turns]) =>
      turns === 1 ? GAP_KINDS[kind as ToolGapKind] : `${GAP_KINDS[kind as ToolGapKind]} (${turns} times)`,
    )
    .join(', ');

const columns: ListColumn<ToolGap>[] = [
  column('words', 'About', 'minmax(160px, 2fr)', (gap) => <WrittenText text={wordsOf(gap)} />),
  column('turns', 'Turns', { track: '64px', align: 'end' }, ({ turns }) => turns),
  column('kinds', 'Why', { track: 'minmax(140px, 2fr)', minListPx: 640 }, (gap) => (
    <span className="muted">{kindsOf(gap)}</span>
  )),
  column('agents', 'Agents', { track: 'minmax(90px, 1fr)', minListPx: 820 }, ({ agents }) =>
    agents.join(', '),
  ),
  momentColumn('last', 'Last', ({ lastAt }) => lastAt),
];

const CSV: CsvColumn<ToolGap>[] = [
  { name: 'about', of: (gap) => wordsOf(gap) },
  { name: 'turns', of: ({ turns }) => turns },
  { name: 'why', of: (gap) => kindsOf(gap) },
  { name: 'agents', of: ({ agents }) => agents.join(', ') },
  { name: 'languages', of: ({ languages }) => languages.join(', ') },
  { name: 'orgs', of: ({ orgs }) => orgs.map(({ org }) => org.slug).join(', ') },
  ...csvFields<ToolGap>('firstAt', 'lastAt'),
];

/** The groups cover the newest turns, `clustered`; older turns that lacked a tool, `ungrouped`, are in no group. */
function useGaps() {
  const { search } = usePageSearch<'days' | 'kind'>();
  const list = useKeysetList<ToolGap, ToolGapReport>(gapsRequest(search), toolGapReport, { pollMs: false });
  const { turns = 0, clustered = 0, clusters = 0 } = list.first ?? {};
  return { ...list, turns, clusters, clustered, ungrouped: turns - clustered };
}

export function GapFilters() {
  const gaps = useGaps();
  return (
    <>
      <PageDays />
      <PageFilter
        name="kind"
        label="Why"
        options={toolGapKinds.map((value) => ({ value, label: GAP_KINDS[value] }))}
      />
      <CsvButton
        name={gaps.ungrouped > 0 ? `tool-gaps-newest-${gaps.clustered}-turns` : 'tool-gaps'}
        columns={CSV}
        rows={gaps.all}
      />
    </>
  );
}

export function GapsTab() {
  const list = useGaps();
  const { search } = usePageSearch<'days' | 'kind'>();
  const { turns, clusters, clustered, ungrouped } = list;
  return (
    <ListTab
      bar={
        <span>
          {counted(turns, 'turn')} lacked a tool, in {counted(clusters, 'group')} of similar messages.
          {ungrouped > 0 &&
            ` Groups cover the newest ${counted(clustered, 'turn')}; ${counted(ungrouped, 'older turn')} with a tool gap are not grouped. Choose fewer days or one reason to see them.`}
        </span>
      }
    >
      <ListView
        label="Tool gaps"
        list={list}
        columns={columns}
        rowId={idOf}
        narrowed={search.kind !== undefined}
        renderCard={(gap) => (
          <RowCard title={wordsOf(gap)} note={kindsOf(gap)} end={counted(gap.turns, 'turn')} />
        )}
        renderPeek={(gap) => <GapPeek key={idOf(gap)} gap={gap} />}
        empty={
          <EmptyState icon={IconPuzzle} title="No tool gap in this range">
            Every message found a suitable tool or needed none.
          </EmptyState>
        }
      />
    </ListTab>
  );
}

function GapPeek({ gap }: { gap: ToolGap }) {
  return (
    <Peek title={wordsOf(gap)} label="Tool gap">
      <Stack gap={14}>
        <Facts
          facts={{
            Turns: gap.turns,
            Why: kindsOf(gap),
            Languages: gap.languages.join(', '),
            Agents: gap.agents.join(', '),
            Orgs: gap.orgs.map(({ org, turns }) => `${org.slug} ${turns}`).join(', '),
            First: <RelativeTime at={gap.firstAt} />,
          }}
        />
        {gap.featureRequests.length > 0 && (
          <Section title="Recorded requests">
            <ul className={classes.quotes}>
              {gap.featureRequests.map((request) => (
                <li key={request.id}>
                  <Link
                    to="/requests"
                    search={(current: { org?: string }) => ({ org: current.org, selected: request.id })}
                  >
                    {request.title ?? 'Request'}
                  </Link>{' '}
                  <span className="muted">
                    {STATUSES[request.status].label}, {counted(request.votes, 'time')}
                  </span>
                </li>
              ))}
            </ul>
          </Section>
        )}
        <Section title="Messages">
          <ul className={classes.quotes}>
            {gap.examples.map((example) => (
              <li key={example.turnId}>
                <WrittenLines text={example.message} />
                <TurnLink turnId={example.turnId} />
              </li>
            ))}
          </ul>
        </Section>
      </Stack>
    </Peek>
  );
}
