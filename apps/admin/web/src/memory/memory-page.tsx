import { IconBulb } from '@tabler/icons-react';
import { consoleInsightPage, type ConsoleInsight } from '#contracts/console';
import { insightsRequest } from '../api/requests.ts';
import { useKeysetList } from '../api/keyset-list.ts';
import { usePermissions } from '../session/use-permissions.ts';
import { useOneOrg } from '../session/use-one-org.ts';
import { contactWord } from '../ui/contact.ts';
import { column, momentColumn, type ListColumns } from '../ui/list-columns.tsx';
import { CsvButton } from '../ui/csv-button.tsx';
import { csvFields, type CsvColumn } from '../ui/csv.ts';
import { ClearFilters, FilterChip, offered } from '../ui/filters.tsx';
import { ListView } from '../ui/list-view.tsx';
import { PickAnOrg } from '../ui/not-allowed.tsx';
import { EmptyState } from '../ui/notice.tsx';
import { PageFilter, PageSearchField } from '../ui/page-filters.tsx';
import { Page } from '../ui/page.tsx';
import { usePageSearch } from '../ui/page-search.ts';
import { RelativeTime } from '../ui/relative-time.tsx';
import { RowCard } from '../ui/row-card.tsx';
import { useNow } from '../ui/use-now.ts';
import { StatusBadge } from '../ui/status-badge.tsx';
import { WrittenText } from '../ui/written-text.tsx';
import { InsightPeek } from './insight-peek.tsx';
import { CATEGORIES, holds } from './insight-labels.ts';

const foundBy = column<ConsoleInsight>(
  'why',
  'Found by',
  { track: 'minmax(90px, 1.2fr)', minListPx: 900 },
  ({ why }) => <span className="muted">{why ?? '–'}</span>,
);

const columnsOf = (searched: boolean): ListColumns<ConsoleInsight> => [
  column('text', 'Insight', 'minmax(180px, 3fr)', (insight) => <Text insight={insight} />),
  column('contact', 'Contact', 'minmax(90px, 1fr)', (insight) => (
    <span title={insight.contactId}>{contactWord(insight)}</span>
  )),
  column('category', 'Kind', { track: '104px', minListPx: 640 }, ({ category }) => category),
  column(
    'importance',
    'Weight',
    { track: '64px', align: 'end', minListPx: 640 },
    ({ importance }) => importance,
  ),
  searched && foundBy,
  momentColumn('updated', 'Said', ({ saidAt }) => saidAt),
];

const LISTED = columnsOf(false);
const SEARCHED = columnsOf(true);

export function MemoryPage() {
  const { picked, org } = useOneOrg();
  const texts = usePermissions().textsOf(org);
  const { search, change, clear } = usePageSearch<'q' | 'contact' | 'category'>();
  const list = useKeysetList<ConsoleInsight>(insightsRequest(search), consoleInsightPage, {
    pollMs: false,
    enabled: picked,
  });
  const narrowed = Boolean(search.q ?? search.contact ?? search.category);
  const searched = search.q !== undefined;
  const found = list.items.length;
  return (
    <Page
      title="Memory"
      actions={
        picked && (
          <>
            {texts && <PageSearchField label="Search memory by meaning" placeholder="A question or words" />}
            <PageFilter
              name="contact"
              label="Contact"
              searchable
              options={offered(
                list.items.map(({ contactId }) => contactId),
                search.contact,
              )}
            />
            <PageFilter name="category" label="Kind" options={CATEGORIES} />
            {search.contact && (
              <FilterChip
                label={`Contact ${search.contact}`}
                onRemove={() => change({ contact: undefined })}
              />
            )}
            <ClearFilters shown={narrowed} onClear={clear} />
            <CsvButton
              name={searched ? `insights-closest-${found}` : 'insights'}
              rows={searched ? () => [list.items] : list.all}
              columns={CSV}
            />
          </>
        )
      }
    >
      {picked ? (
        <ListView
          label="Insights"
          list={{ ...list, end: searched && found > 0 ? closestText(found) : undefined }}
          columns={searched ? SEARCHED : LISTED}
          narrowed={narrowed}
          renderCard={(insight) => (
            <RowCard
              title={<Text insight={insight} />}
              note={`${contactWord(insight)} · ${insight.category} · ${insight.importance}`}
              end={<RelativeTime at={insight.saidAt} />}
            />
          )}
          renderPeek={(insight) => (
            <InsightPeek key={`${insight.id}${insight.updatedAt}`} insight={insight} org={org} />
          )}
          empty={
            <EmptyState icon={IconBulb} title="No insights yet">
              The platform extracts insights from messages after each turn while the flag semantic_memory is
              on.
            </EmptyState>
          }
        />
      ) : (
        <PickAnOrg>Memory belongs to one org.</PickAnOrg>
      )}
    </Page>
  );
}

function closestText(count: number): string {
  return `The ${count.toLocaleString('en-US')} closest matches. Refine the search to find others.`;
}

function Text({ insight }: { insight: ConsoleInsight }) {
  const now = useNow();
  const { text } = insight;
  if (holds(insight, now)) return <WrittenText text={text} />;
  const why = insight.supersededById ? 'Replaced' : 'Expired';
  return (
    <>
      <StatusBadge tone="gray" label={why} /> <WrittenText text={text} />
    </>
  );
}

const CSV: CsvColumn<ConsoleInsight>[] = [
  { name: 'id', of: (row) => row.id },
  { name: 'contact', of: (row) => row.contactId },
  ...csvFields<ConsoleInsight>('text', 'category', 'importance', 'source', 'saidBy', 'saidAt', 'updatedAt'),
];
