import { DataTable } from '../ui/data-table.tsx';
import { formatDuration } from '../ui/format.ts';
import { NoAnswer } from '../ui/no-answer.tsx';
import { Scroll, Section } from '../ui/section.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { useNow } from '../ui/use-now.ts';
import { useQueues } from './queue-queries.ts';

export function Schedules() {
  const queues = useQueues();
  if (!queues.data) return <NoAnswer to={queues} what="The schedules" />;
  return (
    <Scroll label="Scheduled jobs">
      <Section title="Scheduled jobs" hint="All workers share these schedules.">
        <DataTable
          label="Scheduled jobs"
          rows={queues.data.schedules}
          rowKey={({ job }) => job}
          empty="None."
          stacks
          columns={[
            { name: 'Job', of: ({ job }) => <b>{job}</b> },
            { name: 'Queue', of: ({ queue }) => queue },
            { name: 'Every', align: 'end', of: ({ everyMs }) => formatDuration(everyMs) },
            { name: 'Next', align: 'end', of: ({ nextAt }) => <Next at={nextAt} /> },
          ]}
        />
      </Section>
    </Scroll>
  );
}

function Next({ at }: { at: string | null }) {
  const now = useNow();
  if (at === null) return <StatusBadge tone="amber" label="Not started by any worker" />;
  const inMs = new Date(at).getTime() - now.getTime();
  return <>{inMs <= 0 ? 'due' : `in ${formatDuration(Math.round(inMs / 1_000) * 1_000)}`}</>;
}
