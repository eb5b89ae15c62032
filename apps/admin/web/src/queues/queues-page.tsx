import { usePermissions } from '../session/use-permissions.ts';
import { NotAllowed, PLATFORM_ADMINS } from '../ui/not-allowed.tsx';
import { Page } from '../ui/page.tsx';
import { usePageSearch } from '../ui/page-search.ts';
import { tabOf, ViewTabs } from '../ui/view-tabs.tsx';
import { OutboxTaskFilters, OutboxTaskList } from './outbox-task-list.tsx';
import type { QueuesSearchName } from './queue-search.ts';
import { JobFilters, JobList } from './job-list.tsx';
import { QueueTable } from './queue-table.tsx';
import { Schedules } from './schedules.tsx';

const TABS = [
  { name: 'queues', label: 'Queues' },
  { name: 'work', label: 'Outbox tasks' },
  { name: 'jobs', label: 'Jobs in a queue' },
  { name: 'schedules', label: 'Schedules' },
] as const;

/** States of jobs and of outbox tasks differ, and tasks have no queue filter. */
const OF_ONE_VIEW: readonly QueuesSearchName[] = ['queue', 'state', 'job', 'q', 'among'];

/** Queues, outbox tasks, jobs and schedules. */
export function QueuesPage() {
  const { search } = usePageSearch<QueuesSearchName>();
  const may = usePermissions();
  const tab = tabOf(TABS, search.tab);
  if (!may.platform)
    return (
      <Page title="Queues">
        <NotAllowed what="Queues" who={PLATFORM_ADMINS} />
      </Page>
    );
  return (
    <Page
      title="Queues"
      actions={tab === 'work' ? <OutboxTaskFilters /> : tab === 'jobs' ? <JobFilters /> : undefined}
    >
      <ViewTabs label="Views of the queues" tabs={TABS} current={tab} own={OF_ONE_VIEW} />
      {tab === 'queues' && <QueueTable />}
      {tab === 'work' && <OutboxTaskList />}
      {tab === 'jobs' && <JobList />}
      {tab === 'schedules' && <Schedules />}
    </Page>
  );
}
