import { brokerMissPage, type BrokerMiss } from '#contracts/console';
import { missesRequest } from '../api/requests.ts';
import { useKeysetList } from '../api/keyset-list.ts';
import { CsvButton } from '../ui/csv-button.tsx';
import { csvFields, type CsvColumn } from '../ui/csv.ts';
import { column, momentColumn, orgColumn, type ListColumn } from '../ui/list-columns.tsx';
import { ListView } from '../ui/list-view.tsx';
import { FilterChip } from '../ui/filters.tsx';
import { PageDays } from '../ui/page-filters.tsx';
import { usePageSearch } from '../ui/page-search.ts';
import { RelativeTime } from '../ui/relative-time.tsx';
import { RowCard } from '../ui/row-card.tsx';
import { WrittenText } from '../ui/written-text.tsx';
import type { BrokerSearchName } from './broker-search.ts';
import { MissPeek } from './miss-peek.tsx';
import { MissesEmpty } from './misses-empty.tsx';

const missId = (miss: BrokerMiss) => miss.turnId;

function useMisses() {
  const { search } = usePageSearch<BrokerSearchName>();
  return useKeysetList<BrokerMiss>(missesRequest(search), brokerMissPage);
}

export function MissFilters() {
  const { search, change } = usePageSearch<BrokerSearchName>();
  return (
    <>
      <PageDays />
      {search.tool !== undefined && (
        <FilterChip label={`Tool ${search.tool}`} onRemove={() => change({ tool: undefined })} />
      )}
      <CsvButton name="misses" columns={CSV} rows={useMisses().all} />
    </>
  );
}

const CSV: CsvColumn<BrokerMiss>[] = [
  ...csvFields<BrokerMiss>('turnId', 'org', 'createdAt', 'mode', 'agent', 'message'),
  { name: 'missed', of: (miss) => miss.missed.join(', ') },
  { name: 'ranked_instead', of: (miss) => miss.ranking.join(', ') },
  { name: 'found_by_search', of: (miss) => miss.foundBySearch.join(', ') },
];

export function BrokerMisses() {
  const list = useMisses();
  return (
    <ListView
      label="Misses"
      list={list}
      columns={COLUMNS}
      rowId={missId}
      renderCard={(miss) => (
        <RowCard
          title={<WrittenText text={miss.message} />}
          org={miss.org}
          note={<span className="mono">{miss.missed.join(', ')}</span>}
          end={<RelativeTime at={miss.createdAt} />}
        />
      )}
      renderPeek={(miss) => <MissPeek key={miss.turnId} miss={miss} />}
      empty={<MissesEmpty />}
    />
  );
}

const COLUMNS: ListColumn<BrokerMiss>[] = [
  column('message', 'Message', 'minmax(160px, 3fr)', (row) => <WrittenText text={row.message} />),
  column('missed', 'Called, not chosen', 'minmax(120px, 1.4fr)', (row) => (
    <span className="mono">{row.missed.join(', ')}</span>
  )),
  orgColumn('minmax(64px, 0.6fr)', 820),
  column('agent', 'Agent', { track: 'minmax(80px, 0.8fr)', minListPx: 700 }, (row) => row.agent),
  column('mode', 'Mode', { track: '72px', minListPx: 760 }, (row) => row.mode),
  momentColumn('created', 'When', (row) => row.createdAt),
];
