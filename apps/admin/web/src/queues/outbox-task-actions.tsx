import { MAX_PACKED_IDS, packIds } from '#contracts';
import { MAX_CHANGED_AT_ONCE, retriedOutboxTasks, type ConsoleOutboxTask } from '#contracts/console';
import { ChangeButton } from '../ui/change-dialog.tsx';
import { counted } from '../ui/format.ts';
import { usePageSearch } from '../ui/page-search.ts';
import { StatusBadge, type StatusLook } from '../ui/status-badge.tsx';
import { changedCount } from './queue-queries.ts';
import type { QueuesSearchName } from './queue-search.ts';

export const OUTBOX_TASK_STATES: Record<ConsoleOutboxTask['state'], StatusLook> = {
  pending: { label: 'Pending', tone: 'gray' },
  running: { label: 'Running', tone: 'blue' },
  done: { label: 'Done', tone: 'green' },
  failed: { label: 'Dead', tone: 'red' },
};

/** A manual tool run is repeated from the tool's page, where its side effect is confirmed. */
export const isRetried = ({ state, job }: ConsoleOutboxTask) => state === 'failed' && job !== 'run-tool';

/** The payload of a delivery is its turn's result and cannot be edited. */
export const isReplayed = (outboxTask: ConsoleOutboxTask) =>
  isRetried(outboxTask) && outboxTask.job !== 'deliver';

export function OutboxTaskBadge({ state }: { state: ConsoleOutboxTask['state'] }) {
  return <StatusBadge {...OUTBOX_TASK_STATES[state]} active={state === 'running'} />;
}

interface OutboxTasksActionProps {
  act: 'retry' | 'remove';
  /** The first ones, if there are more than can be changed at once or shown after a retry. */
  of: readonly ConsoleOutboxTask[];
  /** The key `r` opens the dialog, for the selected row. */
  withKey?: boolean;
}

export function OutboxTasksAction({ act, of, withKey = false }: OutboxTasksActionProps) {
  const outboxTasks = of.slice(0, act === 'retry' ? MAX_PACKED_IDS : MAX_CHANGED_AT_ONCE);
  const { change } = usePageSearch<QueuesSearchName>();
  const many = counted(outboxTasks.length, 'outbox task');
  const verb = act === 'retry' ? 'Retry' : 'Remove';
  const byJob = Map.groupBy(outboxTasks, ({ job }) => job);
  return (
    <ChangeButton
      label={outboxTasks.length === 1 ? `${verb}…` : `${verb} ${many}…`}
      look={{ size: 'compact-xs' }}
      shortcut={withKey ? { group: 'Outbox task', does: `${verb} it` } : undefined}
      title={`${verb} ${many}?`}
      confirm={`${verb} ${many}`}
      destructive={act === 'remove'}
      change={{
        request: () => ({
          method: 'POST',
          path: `/admin/outbox-tasks/${act}`,
          body: { ids: outboxTasks.map(({ id }) => id) },
        }),
        invalidates: ['outbox', 'queues'],
        done: (_, answer) =>
          `${changedCount(answer, 'outbox task')} ${act === 'retry' ? 'retried' : 'removed'}`,
        onSuccess: (answer) => {
          if (act === 'remove') return;
          // Shows the retried tasks: one in the peek, several as a filtered list.
          const [first, ...others] = retriedOutboxTasks.parse(answer).ids;
          if (first === undefined) return;
          if (others.length === 0) change({ state: undefined, selected: first });
          else change({ state: undefined, job: undefined, q: undefined, among: packIds([first, ...others]) });
        },
      }}
    >
      <p>{[...byJob].map(([job, rows]) => `${rows.length} × ${job}`).join(', ')}</p>
      <p>
        {act === 'retry'
          ? `Each task gets its full number of attempts again and continues in its original trace.${
              byJob.has('deliver')
                ? ' Webhooks are sent again under the same webhook-id. Webhooks delivered in the meantime are skipped.'
                : ''
            }`
          : 'The tasks are not run and disappear from the list. The same work can be requested again later.'}
      </p>
    </ChangeButton>
  );
}
