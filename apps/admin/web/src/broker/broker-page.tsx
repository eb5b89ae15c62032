import { GapFilters, GapsTab } from '../requests/gaps-tab.tsx';
import { PageDays, PageFilter } from '../ui/page-filters.tsx';
import { TabbedPage, type PageTab } from '../ui/tabbed-page.tsx';
import { BrokerMisses, MissFilters } from './broker-misses.tsx';
import { BrokerModes } from './broker-modes.tsx';
import { BrokerOverview } from './broker-overview.tsx';
import { BrokerQuery } from './broker-query.tsx';
import { BrokerRankers } from './broker-rankers.tsx';

const TABS: readonly PageTab[] = [
  { name: 'overview', label: 'Overview', View: BrokerOverview, Actions: OverviewFilters },
  { name: 'misses', label: 'Misses', View: BrokerMisses, Actions: MissFilters },
  { name: 'modes', label: 'Shadow against enforce', View: BrokerModes, Actions: PageDays },
  { name: 'gaps', label: 'Tool gaps', View: GapsTab, Actions: GapFilters },
  { name: 'rankers', label: 'Rankers', View: BrokerRankers },
  { name: 'query', label: 'Try a query', View: BrokerQuery },
];

export function BrokerPage() {
  return <TabbedPage title="Broker" label="Views of the broker" tabs={TABS} />;
}

function OverviewFilters() {
  return (
    <>
      <PageDays />
      <PageFilter name="mode" label="Mode" options={['shadow', 'enforce']} />
    </>
  );
}
