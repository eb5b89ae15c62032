import { TabbedPage, type PageTab } from '../ui/tabbed-page.tsx';
import { JobFilters, JobList } from './job-list.tsx';
import { OutboxTaskFilters, OutboxTaskList } from './outbox-task-list.tsx';
import type { QueuesSearchName } from './queue-search.ts';
import { QueueTable } from './queue-table.tsx';
import { Schedules } from './schedules.tsx';

const TABS: readonly PageTab[] = [
  { name: 'queues', label: 'Queues', View: QueueTable },
  { name: 'work', label: 'Outbox tasks', View: OutboxTaskList, Actions: OutboxTaskFilters },
  { name: 'jobs', label: 'Jobs in a queue', View: JobList, Actions: JobFilters },
  { name: 'schedules', label: 'Schedules', View: Schedules },
];

/** States of jobs and of outbox tasks differ, and tasks have no queue filter. */
const OF_ONE_VIEW: readonly QueuesSearchName[] = ['queue', 'state', 'job', 'q', 'among'];

export function QueuesPage() {
  return <TabbedPage title="Queues" label="Views of the queues" tabs={TABS} own={OF_ONE_VIEW} />;
}
