import { PageDays, PageFilter } from '../ui/page-filters.tsx';
import { Page } from '../ui/page.tsx';
import { usePageSearch } from '../ui/page-search.ts';
import { FilterChip } from '../ui/filters.tsx';
import { tabOf, ViewTabs } from '../ui/view-tabs.tsx';
import { BrokerGaps } from './broker-gaps.tsx';
import { BrokerMisses, MissesCsv } from './broker-misses.tsx';
import { BrokerModes } from './broker-modes.tsx';
import { BrokerOverview } from './broker-overview.tsx';
import { BrokerRankers } from './broker-rankers.tsx';
import type { BrokerSearchName } from './broker-search.ts';
import { BrokerQuery } from './broker-query.tsx';

const TABS = [
  { name: 'overview', label: 'Overview' },
  { name: 'misses', label: 'Misses' },
  { name: 'modes', label: 'Shadow against enforce' },
  { name: 'gaps', label: 'Tool gaps' },
  { name: 'rankers', label: 'Rankers' },
  { name: 'query', label: 'Try a query' },
] as const;

/** The page shows how well the broker chooses tools before the model is called. */
export function BrokerPage() {
  const { search, change } = usePageSearch<BrokerSearchName>();
  const tab = tabOf(TABS, search.tab);
  const overTime = tab !== 'rankers' && tab !== 'query';
  return (
    <Page
      title="Broker"
      actions={
        overTime && (
          <>
            <PageDays />
            {tab === 'misses' && search.tool !== undefined && (
              <FilterChip label={`Tool ${search.tool}`} onRemove={() => change({ tool: undefined })} />
            )}
            {tab === 'misses' && <MissesCsv />}
            {tab === 'overview' && <PageFilter name="mode" label="Mode" options={['shadow', 'enforce']} />}
          </>
        )
      }
    >
      <ViewTabs label="Views of the broker" tabs={TABS} current={tab} />
      {tab === 'overview' && <BrokerOverview />}
      {tab === 'misses' && <BrokerMisses />}
      {tab === 'modes' && <BrokerModes />}
      {tab === 'gaps' && <BrokerGaps />}
      {tab === 'rankers' && <BrokerRankers />}
      {tab === 'query' && <BrokerQuery />}
    </Page>
  );
}
