import { IconStack2 } from '@tabler/icons-react';
import { z } from 'zod';
import { uuid } from '#contracts';
import { consoleQueuedJobs, MAX_LISTED_JOBS, type ConsoleQueuedJob } from '#contracts/console';
import { read, withQuery } from '../api/client.ts';
import { wholeList } from '../api/keyset-list.ts';
import { POLL_INTERVAL_MS } from '../api/query-client.ts';
import { queuedJobsRequest } from '../api/requests.ts';
import { useAnswer } from '../api/use-answer.ts';
import { LinkButton } from '../ui/link-button.tsx';
import { ChangeButton } from '../ui/change-dialog.tsx';
import { CopyId } from '../ui/copy-id.tsx';
import { CsvButton } from '../ui/csv-button.tsx';
import { csvFields, type CsvColumn } from '../ui/csv.ts';
import { Facts } from '../ui/facts.tsx';
import { counted } from '../ui/format.ts';
import { JsonView } from '../ui/json-view.tsx';
import { column, momentColumn, type ListColumn } from '../ui/list-columns.tsx';
import { ListView } from '../ui/list-view.tsx';
import { EmptyState } from '../ui/notice.tsx';
import { PageFilter, PageSearchField } from '../ui/page-filters.tsx';
import { usePageSearch } from '../ui/page-search.ts';
import { Peek } from '../ui/peek.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { RowCard } from '../ui/row-card.tsx';
import { useBackAddress } from '../ui/back-target.ts';
import { changedCount, useQueueNames } from './queue-queries.ts';
import { FIRST_QUEUE, type QueuesSearchName } from './queue-search.ts';
import classes from './queues.module.css';

const STATES = ['failed', 'waiting', 'active', 'delayed'];
/** Ids that a job's pointer can contain. */
const pointer = z.object({ turnId: uuid.optional(), outboxTaskId: uuid.optional() });

const attemptsOf = ({ attempts, maxAttempts }: ConsoleQueuedJob) => `${attempts} of ${maxAttempts}`;

export function JobFilters() {
  const { search } = usePageSearch<QueuesSearchName>();
  return (
    <>
      <PageFilter name="queue" label="Queue" options={useQueueNames(search.queue)} standard={FIRST_QUEUE} />
      <PageFilter name="state" label="State" options={STATES} standard="failed" />
      <PageSearchField label="Search jobs" placeholder="Id, payload or error" />
      <JobsCsv />
    </>
  );
}

/** Exports all search results; the file name says so if the search was cut off. */
function JobsCsv() {
  const { search } = usePageSearch<QueuesSearchName>();
  const { queue = FIRST_QUEUE, state = 'failed' } = search;
  let newest = '';
  async function* jobs(signal: AbortSignal) {
    const { path, query } = queuedJobsRequest(search);
    const address = withQuery(path, { ...query, limit: MAX_LISTED_JOBS });
    const { items, all } = await read(address, consoleQueuedJobs, signal);
    newest = all ? '' : `-newest-${items.length}`;
    yield items;
  }
  return <CsvButton name={() => `jobs-${queue}-${state}${newest}`} columns={CSV} rows={jobs} />;
}

const CSV: CsvColumn<ConsoleQueuedJob>[] = [
  { name: 'id', of: (job) => job.id },
  { name: 'job', of: (job) => job.name },
  ...csvFields<ConsoleQueuedJob>('state', 'attempts', 'maxAttempts', 'error'),
  { name: 'payload', of: (job) => JSON.stringify(job.payload) },
  ...csvFields<ConsoleQueuedJob>('enqueuedAt', 'startedAt', 'finishedAt', 'dueAt'),
];

export function JobList() {
  const { search } = usePageSearch<QueuesSearchName>();
  const queue = search.queue ?? FIRST_QUEUE;
  const state = search.state ?? 'failed';
  const answer = useAnswer(queuedJobsRequest(search), consoleQueuedJobs, { pollMs: POLL_INTERVAL_MS });
  const jobs = answer.data?.items ?? [];
  return (
    <>
      {jobs.length > 0 && (
        <div className={classes.bulk}>
          <span>
            {counted(jobs.length, 'job')}
            {answer.data?.all === false &&
              `, newest ${answer.data.searched.toLocaleString('en-US')} searched`}
          </span>
          {state === 'failed' && <JobsAction act="retry" queue={queue} jobs={jobs} />}
          {state !== 'active' && <JobsAction act="remove" queue={queue} jobs={jobs} />}
        </div>
      )}
      <ListView
        label="Jobs"
        list={{
          ...wholeList({ ...answer, data: answer.data?.items }),
          end:
            answer.data?.all === false
              ? 'Newest jobs only. Narrow the search to find older ones.'
              : undefined,
        }}
        columns={COLUMNS}
        renderCard={(job) => (
          <RowCard
            title={job.name}
            note={
              job.error === null ? `${attemptsOf(job)} attempts` : <span className="failed">{job.error}</span>
            }
            end={<RelativeTime at={job.enqueuedAt} />}
          />
        )}
        renderPeek={(job) => <JobPeek key={job.id} job={job} queue={queue} />}
        narrowed={search.q !== undefined}
        empty={
          <EmptyState icon={IconStack2} title={`No ${state} job in ${queue}`}>
            A job is a pointer to a turn or an outbox task. Ended jobs leave their queue; their results are on
            the turn or the task.
          </EmptyState>
        }
      />
    </>
  );
}

const COLUMNS: ListColumn<ConsoleQueuedJob>[] = [
  column('name', 'Job', 'minmax(110px, 0.8fr)', (row) => <b>{row.name}</b>),
  column('error', 'Error', { track: 'minmax(140px, 2.4fr)', minListPx: 520 }, (row) => (
    <span className="failed">{row.error}</span>
  )),
  column('id', 'Id', 'minmax(96px, 1fr)', (row) => <CopyId id={row.id} of="job" />),
  column('attempts', 'Attempts', { track: '76px', align: 'end' }, attemptsOf),
  momentColumn('at', 'Enqueued', (row) => row.enqueuedAt),
];

function JobPeek({ job, queue }: { job: ConsoleQueuedJob; queue: string }) {
  const { turnId, outboxTaskId } = pointer.safeParse(job.payload).data ?? {};
  const back = useBackAddress();
  return (
    <Peek
      label={`Job ${job.name}`}
      title={job.name}
      actions={
        <>
          {turnId && (
            <LinkButton size="compact-xs" to="/turns/$turnId" params={{ turnId }} search={{ back }}>
              Turn and trace
            </LinkButton>
          )}
          {outboxTaskId && (
            <LinkButton
              size="compact-xs"
              to="/queues"
              search={{ tab: 'work', q: outboxTaskId, selected: outboxTaskId }}
            >
              Open its outbox task
            </LinkButton>
          )}
          {job.state === 'failed' && <JobsAction act="retry" queue={queue} jobs={[job]} withKey />}
        </>
      }
    >
      {job.error && <p className="problem">{job.error}</p>}
      <Facts
        facts={{
          Id: <CopyId id={job.id} of="job" whole />,
          Attempts: attemptsOf(job),
          Enqueued: <RelativeTime at={job.enqueuedAt} />,
          Started: job.startedAt && <RelativeTime at={job.startedAt} />,
          Ended: job.finishedAt && <RelativeTime at={job.finishedAt} />,
          Due: job.dueAt && <RelativeTime at={job.dueAt} />,
        }}
      />
      <h3 className="heading">Payload</h3>
      <JsonView value={job.payload} label="Payload" />
      {job.stack.length > 0 && (
        <>
          <h3 className="heading">Stack trace</h3>
          <JsonView value={job.stack.join('\n\n')} label="Stack trace" />
        </>
      )}
    </Peek>
  );
}

interface JobsActionProps {
  act: 'retry' | 'remove';
  queue: string;
  jobs: readonly ConsoleQueuedJob[];
  /** The key `r` opens the dialog, for the selected row. */
  withKey?: boolean;
}

function JobsAction({ act, queue, jobs, withKey = false }: JobsActionProps) {
  const many = counted(jobs.length, 'job');
  const verb = act === 'retry' ? 'Retry' : 'Remove';
  return (
    <ChangeButton
      label={jobs.length === 1 ? `${verb}…` : `${verb} ${many}…`}
      look={{ size: 'compact-xs' }}
      shortcut={withKey ? { group: 'Job', does: verb } : undefined}
      title={`${verb} ${many} of ${queue}?`}
      confirm={`${verb} ${many}`}
      destructive={act === 'remove'}
      change={{
        request: () => ({
          method: 'POST',
          path: `/admin/queues/${queue}/${act}`,
          body: { ids: jobs.map(({ id }) => id) },
        }),
        invalidates: ['queued-jobs', 'queues'],
        done: (_, answer) => `${changedCount(answer, 'job')} ${act === 'retry' ? 'retried' : 'removed'}`,
      }}
    >
      <p>
        {act === 'retry'
          ? 'The jobs return to the queue with their full number of attempts. A job whose turn or outbox task has already ended does nothing.'
          : 'Only the jobs are removed. Their turns and outbox tasks stay, and the next sweep enqueues those that are still due.'}
      </p>
    </ChangeButton>
  );
}
