import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import {
  consoleTurnJobs,
  type ConsoleSpanDetail,
  type ConsoleTurn,
  type ConsoleTurnJobs,
} from '#contracts/console';
import { turnJobsRequest } from '../api/requests.ts';
import { POLL_INTERVAL_MS } from '../api/query-client.ts';
import { useAnswer } from '../api/use-answer.ts';
import { usePermissions } from '../session/use-permissions.ts';
import { counted } from '../ui/format.ts';
import classes from './turn-header.module.css';
import { isUnfinished } from './turn-queries.ts';

function useTurnJobs(turnId: string | undefined) {
  const { platform } = usePermissions();
  return useAnswer(turnJobsRequest(turnId ?? ''), consoleTurnJobs, {
    pollMs: (jobs) => jobs !== undefined && mayChange(jobs) && POLL_INTERVAL_MS,
    enabled: platform && turnId !== undefined,
  }).data;
}

function mayChange({ own, outboxTasks }: ConsoleTurnJobs): boolean {
  return (
    (own.state !== null && own.state !== 'failed') ||
    outboxTasks.some(({ state }) => state === 'pending' || state === 'running')
  );
}

export function TurnJobs({ turn }: { turn: ConsoleTurn }) {
  const jobs = useTurnJobs(turn.id);
  if (!jobs) return null;
  const { own, outboxTasks } = jobs;
  const givenUp = outboxTasks.filter(({ state }) => state === 'failed').length;
  const org = turn.org.slug;
  return (
    <>
      {own.state === null ? (
        <span className="muted" title={`No job in ${own.queue}: ${whyNoJob(turn)}`}>
          {own.name}
        </span>
      ) : (
        <QueuedJobLink job={own} turnId={turn.id} org={org} />
      )}
      {outboxTasks.length > 0 && (
        <>
          {' + '}
          <Link to="/queues" search={{ org, tab: 'work', q: turn.id }} className={classes.link}>
            {counted(outboxTasks.length, 'outbox task')}
          </Link>
        </>
      )}
      {givenUp > 0 && (
        <Link
          to="/queues"
          search={{ org, tab: 'work', state: 'failed', q: turn.id }}
          className={classes.link}
          data-failed
        >
          {givenUp} dead
        </Link>
      )}
    </>
  );
}

function whyNoJob({ state }: ConsoleTurn): string {
  if (state === 'awaiting_approval') return 'the decision on the approval enqueues the next one';
  return isUnfinished(state) ? 'the next sweep enqueues one' : 'ended jobs leave their queue';
}

interface QueuedJobLinkProps {
  job: ConsoleTurnJobs['own'];
  turnId: string;
  org: string | undefined;
}

/** Links to all jobs of the turn in this state, since an earlier run may have failed too. */
function QueuedJobLink({ job: { queue, name, id, state }, turnId, org }: QueuedJobLinkProps) {
  return (
    <Link
      to="/queues"
      search={{ org, tab: 'jobs', queue, state: state ?? undefined, q: turnId, selected: id }}
      className={classes.link}
    >
      {name}, {state}
    </Link>
  );
}

const TURN_JOB_KINDS = new Set(['queue', 'turn']);

/** Link from a span to the turn's job while it is queued, or to its outbox task; only for viewers of queues. */
export function useJobOfSpan(
  { kind, outboxTaskId }: Pick<ConsoleSpanDetail, 'kind' | 'outboxTaskId'>,
  { turnId, org }: { turnId: string | undefined; org: string | undefined },
): ReactNode {
  const { platform } = usePermissions();
  const own = useTurnJobs(TURN_JOB_KINDS.has(kind) ? turnId : undefined)?.own;
  if (own?.state && turnId !== undefined) return <QueuedJobLink job={own} turnId={turnId} org={org} />;
  if (!platform || outboxTaskId === null) return undefined;
  return (
    <Link
      to="/queues"
      search={{ org, tab: 'work', q: outboxTaskId, selected: outboxTaskId }}
      className={classes.link}
    >
      Outbox task
    </Link>
  );
}
