import { wordList } from '#contracts';
import { IconStack2 } from '@tabler/icons-react';
import { consoleOutboxTaskPage, outboxTaskStates, type ConsoleOutboxTask } from '#contracts/console';
import { outboxTasksRequest } from '../api/requests.ts';
import { useKeysetList } from '../api/keyset-list.ts';
import { CsvButton } from '../ui/csv-button.tsx';
import { csvFields } from '../ui/csv.ts';
import { AmongChip, ClearFilters } from '../ui/filters.tsx';
import { counted } from '../ui/format.ts';
import { column, momentColumn, orgColumn, type ListColumn } from '../ui/list-columns.tsx';
import { ListView } from '../ui/list-view.tsx';
import { EmptyState } from '../ui/notice.tsx';
import { PageFilter, PageSearchField } from '../ui/page-filters.tsx';
import { usePageSearch } from '../ui/page-search.ts';
import { RelativeTime } from '../ui/relative-time.tsx';
import { RowCard } from '../ui/row-card.tsx';
import { OUTBOX_TASK_STATES, OutboxTaskBadge, OutboxTasksAction, isRetried } from './outbox-task-actions.tsx';
import { OutboxTaskPeek } from './outbox-task-peek.tsx';
import { useQueues } from './queue-queries.ts';
import type { QueuesSearchName } from './queue-search.ts';
import classes from './queues.module.css';

function useOutboxTasks() {
  const { search } = usePageSearch<QueuesSearchName>();
  return useKeysetList<ConsoleOutboxTask>(outboxTasksRequest(search), consoleOutboxTaskPage);
}

export function OutboxTaskFilters() {
  const { search, change, clear } = usePageSearch<QueuesSearchName>();
  const queues = useQueues();
  const jobs = queues.data?.items
    .filter(({ givenUp }) => givenUp !== null)
    .flatMap((queue) => queue.jobs)
    .filter((job) => !job.startsWith('turn.'));
  const list = useOutboxTasks();
  return (
    <>
      <PageSearchField label="Search outbox tasks" placeholder="Id, key, payload or error" />
      <PageFilter
        name="state"
        label="State"
        options={outboxTaskStates.map((state) => ({ value: state, label: OUTBOX_TASK_STATES[state].label }))}
      />
      <PageFilter name="job" label="Job" options={jobs ?? []} />
      <AmongChip among={search.among} onRemove={() => change({ among: undefined })} />
      <ClearFilters shown={isNarrowed(search)} onClear={clear} />
      <CsvButton name="outbox-tasks" columns={CSV} rows={list.all} />
    </>
  );
}

function isNarrowed({ state, job, q, among }: Partial<Record<QueuesSearchName, string>>): boolean {
  return [state, job, q, among].some((filter) => filter !== undefined);
}

export function OutboxTaskList() {
  const { search } = usePageSearch<QueuesSearchName>();
  const list = useOutboxTasks();
  const failed = list.items.filter(({ state }) => state === 'failed');
  const retried = failed.filter(isRetried);
  return (
    <>
      {failed.length > 0 && (
        <div className={classes.bulk}>
          <span>{counted(failed.length, 'dead outbox task')}</span>
          {retried.length > 0 && <OutboxTasksAction act="retry" of={retried} />}
          <OutboxTasksAction act="remove" of={failed} />
        </div>
      )}
      <ListView
        label="Outbox tasks"
        list={list}
        columns={COLUMNS}
        renderCard={({ job, state, org, error, key, createdAt }) => (
          <RowCard
            title={job}
            state={<OutboxTaskBadge state={state} />}
            org={org}
            note={error === null ? key : <span className="failed">{error}</span>}
            end={<RelativeTime at={createdAt} />}
          />
        )}
        renderPeek={(outboxTask) => (
          <OutboxTaskPeek key={`${outboxTask.id}:${outboxTask.state}`} outboxTask={outboxTask} />
        )}
        narrowed={isNarrowed(search)}
        empty={
          <EmptyState icon={IconStack2} title="No outbox task yet">
            Turns add outbox tasks for summaries, insights, image descriptions, ranker trainings and webhook
            deliveries. Finished tasks are kept for 30 days.
          </EmptyState>
        }
      />
    </>
  );
}

const COLUMNS: ListColumn<ConsoleOutboxTask>[] = [
  column('state', 'State', '92px', (row) => <OutboxTaskBadge state={row.state} />),
  column('job', 'Job', 'minmax(110px, 0.8fr)', (row) => <b>{row.job}</b>),
  orgColumn('minmax(64px, 0.5fr)', 760),
  column('error', 'Error', 'minmax(120px, 2.2fr)', (row) => <span className="failed">{row.error}</span>),
  column('key', 'Key', { track: 'minmax(80px, 1fr)', minListPx: 900 }, (row) => (
    <span className="mono muted">{row.key}</span>
  )),
  column('attempts', 'Attempts', { track: '72px', align: 'end', minListPx: 640 }, (row) => row.attempts),
  momentColumn('at', 'Created', (row) => row.createdAt),
];

const CSV = csvFields<ConsoleOutboxTask>(
  ...wordList('id org job state attempts error turnId traceId createdAt finishedAt'),
);
