import { Select } from '@mantine/core';
import type { ConsoleModels } from '#contracts/console';
import { useChange } from '../api/use-change.ts';
import { Section } from '../ui/section.tsx';
import classes from './registry.module.css';

interface TaskTiersProps {
  tasks: ConsoleModels['taskTiers'];
  editable: boolean;
  org: string | undefined;
}

/** Option that restores the platform's tier. */
const AS_PLATFORM = 'platform';

/** Tier of each task. The router moves up a tier if no model of the tier can do the task, never down. */
export function TaskTiers({ tasks, editable, org }: TaskTiersProps) {
  const setTier = useChange<{ task: string; tier: string }>({
    request: ({ task, tier }) => ({
      method: 'PUT',
      path: `/admin/task-tiers/${encodeURIComponent(task)}`,
      query: { org },
      body: { tier: tier === AS_PLATFORM ? null : tier },
    }),
    invalidates: ['models'],
    done: ({ task }) => `Tier of ${task} changed from the next turn`,
  });
  return (
    <div className={classes.tasks} tabIndex={0} role="group" aria-label="Tiers of tasks">
      <Section title="Tiers of tasks">
        <div className={classes.grid}>
          {tasks.map(({ task, tier, isOwn }) => (
            <div key={task} className={classes.task}>
              <span className="truncate" title={task}>
                {task}
                {isOwn && <span className="muted"> (own)</span>}
              </span>
              {editable ? (
                <Select
                  aria-label={`Tier of ${task}`}
                  data={[
                    'flash',
                    'standard',
                    'premium',
                    ...(isOwn ? [{ value: AS_PLATFORM, label: 'platform default' }] : []),
                  ]}
                  value={tier}
                  onChange={(next) => next && setTier.mutate({ task, tier: next })}
                />
              ) : (
                <span className="muted">{tier}</span>
              )}
            </div>
          ))}
        </div>
      </Section>
    </div>
  );
}
