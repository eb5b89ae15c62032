import { ActionIcon, Menu } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { IconDots, IconPlayerPause, IconPlayerPlay, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { ConsoleQueue } from '#contracts/console';
import { useChange } from '../api/use-change.ts';
import { ChangeDialog } from '../ui/change-dialog.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { Figure, Figures } from '../ui/facts.tsx';
import { counted, formatCount, formatDuration, NONE } from '../ui/format.ts';
import { NoAnswer } from '../ui/no-answer.tsx';
import { usePageSearch } from '../ui/page-search.ts';
import { Scroll, Section } from '../ui/section.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { useQueues } from './queue-queries.ts';
import classes from './queues.module.css';

type Act = 'pause' | 'drain';
/** Age from which a waiting job is marked. */
const OLD_MS = 30_000;

export function QueueTable() {
  const queues = useQueues();
  const { search } = usePageSearch();
  const [confirming, setConfirming] = useState<{ act: Act; queue: ConsoleQueue } | null>(null);
  if (!queues.data) return <NoAnswer to={queues} what="The queues" />;
  const { items } = queues.data;
  return (
    <Scroll label="Queues">
      <Totals items={items} />
      <Section
        title="Every queue"
        hint={`${search.org ? 'Orgs share the queues: rates and dead ones are those of the picked org, all other counts those of every org. ' : ''}Oldest: age of the oldest waiting job. Rates are averaged over five minutes. Dead: outbox tasks of any age without attempts left, and turns accepted in the last 24 h that failed.`}
      >
        <DataTable
          label="Queues"
          rows={items}
          rowKey={({ queue }) => queue}
          empty=""
          stacks
          columns={[
            { name: 'Queue', of: (queue) => <QueueName queue={queue} /> },
            { name: 'Waiting', align: 'end', of: (queue) => <Count queue={queue} state="waiting" /> },
            { name: 'Oldest', align: 'end', of: (queue) => <Age ms={queue.oldestAgeMs} /> },
            { name: 'Active', align: 'end', of: (queue) => <Count queue={queue} state="active" /> },
            { name: 'Delayed', align: 'end', of: (queue) => <Count queue={queue} state="delayed" /> },
            {
              name: 'Ended per minute',
              align: 'end',
              of: ({ endedPerMinute }) => <Rate perMinute={endedPerMinute} />,
            },
            { name: 'Failed jobs', align: 'end', of: (queue) => <Count queue={queue} state="failed" /> },
            { name: 'Dead', align: 'end', of: (queue) => <DeadCount queue={queue} /> },
            {
              name: '',
              align: 'end',
              of: (queue) => <QueueMenu queue={queue} onAct={(act) => setConfirming({ act, queue })} />,
            },
          ]}
        />
      </Section>
      {confirming && <StopDialog {...confirming} onClose={() => setConfirming(null)} />}
    </Scroll>
  );
}

function Totals({ items }: { items: readonly ConsoleQueue[] }) {
  const sum = (of: (queue: ConsoleQueue) => number) => items.reduce((total, queue) => total + of(queue), 0);
  const oldest = Math.max(0, ...items.map(({ oldestAgeMs }) => oldestAgeMs));
  return (
    <Figures>
      <Figure
        name="Waiting"
        value={formatCount(sum(({ waiting }) => waiting))}
        note={`${formatCount(sum(({ delayed }) => delayed))} delayed`}
      />
      <Figure
        name="Oldest waiting"
        value={oldest === 0 ? NONE : formatDuration(oldest)}
        tone={oldest > OLD_MS ? 'amber' : undefined}
      />
      <Figure name="Active" value={formatCount(sum(({ active }) => active))} />
      <Figure name="Ended per minute" value={rate(sum(({ endedPerMinute }) => endedPerMinute ?? 0))} />
      <FailedFigures items={items} />
    </Figures>
  );
}

/** Each count links to its list even at zero, because older ones may exist. */
function FailedFigures({ items }: { items: readonly ConsoleQueue[] }) {
  const sum = (queues: readonly ConsoleQueue[], of: (queue: ConsoleQueue) => number) =>
    queues.reduce((total, queue) => total + of(queue), 0);
  const deadIn = (queues: readonly ConsoleQueue[]) => sum(queues, ({ givenUp }) => givenUp ?? 0);
  const turns = deadIn(items.filter(runsTurns));
  const outboxTasks = deadIn(items.filter((queue) => !runsTurns(queue)));
  const jobs = sum(items, ({ failed }) => failed);
  const queue = (items.find(({ failed }) => failed > 0) ?? items[0])?.queue;
  const figures = [
    {
      name: 'Failed turns',
      note: 'in the last 24 h',
      count: turns,
      filters: { state: 'failed' },
      label: `${counted(turns, 'turn')} failed in 24 h: open all failed turns`,
    },
    {
      name: 'Dead outbox tasks',
      note: 'of any age',
      count: outboxTasks,
      filters: { tab: 'work', state: 'failed' },
      label: counted(outboxTasks, 'dead outbox task'),
    },
    {
      name: 'Failed jobs',
      note: 'still in their queue',
      count: jobs,
      filters: { tab: 'jobs', queue, state: 'failed' },
      label: `${counted(jobs, 'job')} failed`,
    },
  ];
  return figures.map(({ name, note, ...listed }) => (
    <Figure
      key={name}
      name={name}
      tone={listed.count > 0 ? 'red' : undefined}
      value={<CountLink {...listed} />}
      note={note}
    />
  ));
}

interface CountLinkProps {
  count: number;
  /** Filters of the list that is counted. Without a tab of this page, the list of turns. */
  filters: { tab?: string; state: string; queue?: string; job?: string };
  label: string;
}

function CountLink({ count, filters, label }: CountLinkProps) {
  const to: string = filters.tab === undefined ? '/turns' : '/queues';
  return (
    <Link
      to={to}
      search={(current: { org?: string }) => ({ org: current.org, ...filters })}
      aria-label={label}
    >
      {formatCount(count)}
    </Link>
  );
}

const runsTurns = ({ jobs }: ConsoleQueue) => jobs.some((job) => job.startsWith('turn.'));

function QueueName({ queue }: { queue: ConsoleQueue }) {
  return (
    <span className={classes.queueName}>
      <b>{queue.queue}</b>
      {queue.paused && <StatusBadge tone="amber" label="Paused" />}
      <span className="muted">{queue.jobs.join(', ')}</span>
    </span>
  );
}

interface CountProps {
  queue: ConsoleQueue;
  state: 'waiting' | 'active' | 'delayed' | 'failed';
}

function Count({ queue: counts, state }: CountProps) {
  const { queue, [state]: count } = counts;
  if (count === 0) return <span className="muted">0</span>;
  const label = `${counted(count, 'job')} ${state} in ${queue}`;
  return <CountLink count={count} filters={{ tab: 'jobs', queue, state }} label={label} />;
}

function DeadCount({ queue: counts }: { queue: ConsoleQueue }) {
  const { queue, givenUp, jobs } = counts;
  if (givenUp === null) return <span className="muted">{NONE}</span>;
  if (givenUp === 0) return <span className="muted">0</span>;
  if (runsTurns(counts)) {
    const label = `${counted(givenUp, 'turn')} of ${queue} failed in 24 h`;
    return <CountLink count={givenUp} filters={{ state: 'failed' }} label={label} />;
  }
  const job = jobs.length === 1 ? jobs[0] : undefined;
  const label = `${counted(givenUp, 'dead outbox task')} of ${queue}`;
  return <CountLink count={givenUp} filters={{ tab: 'work', state: 'failed', job }} label={label} />;
}

function Age({ ms }: { ms: number }) {
  if (ms === 0) return <span className="muted">{NONE}</span>;
  return <span style={{ color: ms > OLD_MS ? 'var(--tp-amber)' : undefined }}>{formatDuration(ms)}</span>;
}

function Rate({ perMinute }: { perMinute: number | null }) {
  return <span className={perMinute ? undefined : 'muted'}>{rate(perMinute)}</span>;
}

function rate(perMinute: number | null): string {
  return perMinute === null ? NONE : perMinute.toFixed(1).replace(/\.0$/, '');
}

function QueueMenu({ queue, onAct }: { queue: ConsoleQueue; onAct: (act: Act) => void }) {
  const resume = useChange({
    request: () => ({ method: 'POST', path: `/admin/queues/${queue.queue}/resume` }),
    invalidates: ['queues'],
    done: () => `${queue.queue} resumed`,
  });
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon size={20} aria-label={`Actions for ${queue.queue}`}>
          <IconDots size={15} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {queue.paused ? (
          <Menu.Item leftSection={<IconPlayerPlay size={15} />} onClick={() => resume.mutate()}>
            Resume
          </Menu.Item>
        ) : (
          <Menu.Item leftSection={<IconPlayerPause size={15} />} onClick={() => onAct('pause')}>
            Pause…
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconTrash size={15} />} color="red" onClick={() => onAct('drain')}>
          Drain…
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function StopDialog({ act, queue, onClose }: { act: Act; queue: ConsoleQueue; onClose: () => void }) {
  const waiting = counted(queue.waiting + queue.delayed, 'job');
  return (
    <ChangeDialog
      opened
      onClose={onClose}
      title={act === 'pause' ? `Pause ${queue.queue}?` : `Drain ${queue.queue}?`}
      confirm={act === 'pause' ? 'Pause' : `Remove ${waiting}`}
      destructive={act === 'drain'}
      change={{
        request: () => ({ method: 'POST', path: `/admin/queues/${queue.queue}/${act}` }),
        invalidates: ['queues'],
        done: () => (act === 'pause' ? `${queue.queue} paused` : `${queue.queue} drained`),
      }}
    >
      {act === 'pause' ? (
        <p>
          This affects every org. Workers finish their running jobs and take no new {queue.jobs.join(' or ')}{' '}
          job until you resume the queue. {waiting} will wait, and new jobs are still accepted.
        </p>
      ) : (
        <>
          <p>
            This removes {waiting} (waiting and delayed, of every org) from the queue. Running jobs continue.
          </p>
          <p>
            Turns and outbox tasks stay: the next sweep enqueues those that are still due. To stop one for
            good, cancel the turn or remove the outbox task.
          </p>
        </>
      )}
    </ChangeDialog>
  );
}
