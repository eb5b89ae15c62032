import { CsvButton } from '../ui/csv-button.tsx';
import { Page } from '../ui/page.tsx';
import { DaysSelect, FilterSelect } from '../ui/filters.tsx';
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
  const { search, change } = usePageSearch<'tab' | 'status' | 'category' | 'urgency' | 'days' | 'kind'>();
  const tab = tabOf(TABS, search.tab);
  const requests = useRequests(tab === 'requests');
  const gaps = useGaps(tab === 'gaps');
  return (
    <Page
      title="Requests and gaps"
      actions={
        tab === 'requests' ? (
          <>
            <FilterSelect
              label="State"
              options={featureRequestStatuses.map((value) => ({ value, label: STATUSES[value].label }))}
              value={search.status}
              onChange={(status) => change({ status })}
            />
            <FilterSelect
              label="Kind"
              options={featureRequestCategories}
              value={search.category}
              onChange={(category) => change({ category })}
            />
            <FilterSelect
              label="Urgency"
              options={featureRequestUrgencies}
              value={search.urgency}
              onChange={(urgency) => change({ urgency })}
            />
            <CsvButton name="requests" columns={REQUEST_CSV} rows={requests.all} />
          </>
        ) : (
          <>
            <DaysSelect value={search.days} onChange={(days) => change({ days })} />
            <FilterSelect
              label="Why"
              options={toolGapKinds.map((value) => ({ value, label: GAP_KINDS[value] }))}
              value={search.kind}
              onChange={(kind) => change({ kind })}
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
