import { TabbedPage, type PageTab } from '../ui/tabbed-page.tsx';
import { GapFilters, GapsTab } from './gaps-tab.tsx';
import { RequestFilters, RequestsTab } from './requests-tab.tsx';

const TABS: readonly PageTab[] = [
  { name: 'requests', label: 'Requests', View: RequestsTab, Actions: RequestFilters },
  { name: 'gaps', label: 'Tool gaps', View: GapsTab, Actions: GapFilters },
];

export function RequestsPage() {
  return <TabbedPage title="Requests and gaps" label="Views of requests" tabs={TABS} />;
}
