import { CsvButton } from '../ui/csv-button.tsx';
import { PageDays, PageFilter } from '../ui/page-filters.tsx';
import { Page } from '../ui/page.tsx';
import { usePageSearch } from '../ui/page-search.ts';
import { tabOf, ViewTabs } from '../ui/view-tabs.tsx';
import { featureRequestCategories, featureRequestStatuses, featureRequestUrgencies } from '#contracts';
import { toolGapKinds } from '#contracts/console';
import { GAP_CSV, GapsTab, useGaps } from './gaps-tab.tsx';
import { REQUEST_CSV, RequestsTab, useRequests } from './requests-tab.tsx';
import { GAP_KINDS, STATUSES } from './request-labels.ts';

const TABS = [
  { name: 'requests', label: 'Requests' },
  { name: 'gaps', label: 'Tool gaps' },
] as const;

/** Feature requests, and messages without a suitable tool. */
export function RequestsPage() {
  const { search } = usePageSearch<'tab' | 'status' | 'category' | 'urgency' | 'days' | 'kind'>();
  const tab = tabOf(TABS, search.tab);
  const requests = useRequests(tab === 'requests');
  const gaps = useGaps(tab === 'gaps');
  return (
    <Page
      title="Requests and gaps"
      actions={
        tab === 'requests' ? (
          <>
            <PageFilter
              name="status"
              label="State"
              options={featureRequestStatuses.map((value) => ({ value, label: STATUSES[value].label }))}
            />
            <PageFilter name="category" label="Kind" options={featureRequestCategories} />
            <PageFilter name="urgency" label="Urgency" options={featureRequestUrgencies} />
            <CsvButton name="requests" columns={REQUEST_CSV} rows={requests.all} />
          </>
        ) : (
          <>
            <PageDays />
            <PageFilter
              name="kind"
              label="Why"
              options={toolGapKinds.map((value) => ({ value, label: GAP_KINDS[value] }))}
            />
            <CsvButton
              name={gaps.ungrouped > 0 ? `tool-gaps-newest-${gaps.clustered}-turns` : 'tool-gaps'}
              columns={GAP_CSV}
              rows={gaps.all}
            />
          </>
        )
      }
    >
      <ViewTabs label="Views of requests" tabs={TABS} current={tab} />
      {tab === 'requests' ? <RequestsTab list={requests} /> : <GapsTab list={gaps} />}
    </Page>
  );
}
