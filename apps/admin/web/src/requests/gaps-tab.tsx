import { Link } from '@tanstack/react-router';
import { IconPuzzle } from '@tabler/icons-react';
import { toolGapReport, type ToolGap, type ToolGapKind, type ToolGapReport } from '#contracts/console';
import { gapsRequest } from '../api/requests.ts';
import { useKeysetList, type KeysetList } from '../api/keyset-list.ts';
import { column, momentColumn } from '../ui/column.tsx';
import type { CsvColumn } from '../ui/csv.ts';
import { Facts } from '../ui/facts.tsx';
import type { ListColumn } from '../ui/list-columns.ts';
import { ListTab } from '../ui/list-tab.tsx';
import { ListView } from '../ui/list-view.tsx';
import { EmptyState } from '../ui/notice.tsx';
import { Peek } from '../ui/peek.tsx';
import { usePageSearch } from '../ui/page-search.ts';
import { RelativeTime } from '../ui/relative-time.tsx';
import { RowCard } from '../ui/row-card.tsx';
import { Section } from '../ui/section.tsx';
import { WrittenCell, WrittenLines } from '../ui/written-text.tsx';
import { GAP_KINDS, STATUSES } from './request-labels.ts';
import classes from './requests.module.css';
import { counted } from '../ui/format.ts';

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
  column('words', 'About', 'minmax(160px, 2fr)', (gap) => <WrittenCell text={wordsOf(gap)} />),
  column('turns', 'Turns', { track: '64px', align: 'end' }, ({ turns }) => turns),
  column('kinds', 'Why', { track: 'minmax(140px, 2fr)', minListPx: 640 }, (gap) => (
    <span className="muted">{kindsOf(gap)}</span>
  )),
  column('agents', 'Agents', { track: 'minmax(90px, 1fr)', minListPx: 820 }, ({ agents }) =>
    agents.join(', '),
  ),
  momentColumn('last', 'Last', ({ lastAt }) => lastAt),
];

export const GAP_CSV: CsvColumn<ToolGap>[] = [
  { name: 'about', of: (gap) => wordsOf(gap) },
  { name: 'turns', of: ({ turns }) => turns },
  { name: 'why', of: (gap) => kindsOf(gap) },
  { name: 'agents', of: ({ agents }) => agents.join(', ') },
  { name: 'languages', of: ({ languages }) => languages.join(', ') },
  { name: 'orgs', of: ({ orgs }) => orgs.map(({ org }) => org.slug).join(', ') },
  { name: 'first_at', of: ({ firstAt }) => firstAt },
  { name: 'last_at', of: ({ lastAt }) => lastAt },
];

interface Gaps extends KeysetList<ToolGap> {
  /** Newest turns, which the groups cover. */
  clustered: number;
  /** Older turns of the range that lacked a tool and are in no group. */
  ungrouped: number;
}

/** Tool gaps of the range, loaded while the tab is `shown`. */
export function useGaps(shown: boolean): Gaps {
  const { search } = usePageSearch<'days' | 'kind'>();
  const list = useKeysetList<ToolGap, ToolGapReport>({
    key: 'listed-gaps',
    ...gapsRequest(search),
    schema: toolGapReport,
    pollMs: false,
    enabled: shown,
  });
  const { turns = 0, clustered = 0 } = list.first ?? {};
  return { ...list, clustered, ungrouped: turns - clustered };
}

/** Messages without a suitable tool, grouped by similar words. */
export function GapsTab({ list }: { list: Gaps }) {
  const { search } = usePageSearch<'days' | 'kind'>();
  const gaps = (
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
        <EmptyState icon={<IconPuzzle size={22} stroke={1.6} />} title="No tool gap in this range">
          Every message found a suitable tool or needed none.
        </EmptyState>
      }
    />
  );
  if (list.ungrouped <= 0) return gaps;
  return (
    <ListTab
      bar={
        <span>
          Groups cover the newest {counted(list.clustered, 'turn')}; {counted(list.ungrouped, 'older turn')}{' '}
          with a tool gap are not grouped. Choose fewer days or one reason to see them.
        </span>
      }
    >
      {gaps}
    </ListTab>
  );
}

function GapPeek({ gap }: { gap: ToolGap }) {
  return (
    <Peek title={wordsOf(gap)} label="Tool gap">
      <div className={classes.peek}>
        <Facts
          facts={[
            ['Turns', gap.turns],
            ['Why', kindsOf(gap)],
            ['Languages', gap.languages.join(', ')],
            ['Agents', gap.agents.join(', ')],
            ['Orgs', gap.orgs.map(({ org, turns }) => `${org.slug} ${turns}`).join(', ')],
            ['First', <RelativeTime key="first" at={gap.firstAt} />],
          ]}
        />
        {gap.featureRequests.length > 0 && (
          <Section title="Recorded requests">
            <ul className={classes.quotes}>
              {gap.featureRequests.map((request) => (
                <li key={request.id}>
                  <Link
                    to="."
                    search={(current: Record<string, string | undefined>) => ({
                      org: current.org,
                      selected: request.id,
                    })}
                    className={classes.link}
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
                <WrittenLines text={example.message ?? 'Your role cannot read this'} />
                <Link
                  to="/turns/$turnId"
                  params={{ turnId: example.turnId }}
                  search={{}}
                  className={classes.link}
                >
                  Open the turn
                </Link>
              </li>
            ))}
          </ul>
        </Section>
      </div>
    </Peek>
  );
}
