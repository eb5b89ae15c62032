import { cutText } from '#contracts';
import { Button } from '@mantine/core';
import { toolRuns, type ToolRunViews } from '#contracts/console';
import { useAnswer } from '../api/use-answer.ts';
import { actorOf } from '../audit/audit-labels.ts';
import { DataTable } from '../ui/data-table.tsx';
import { formatDuration } from '../ui/format.ts';
import { usePageSearch } from '../ui/page-search.ts';
import { RelativeTime } from '../ui/relative-time.tsx';
import { Section } from '../ui/section.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { RUN_STATES } from './tool-run-labels.ts';

type ToolRunRow = ToolRunViews['items'][number];

const REFRESH_MS = 5_000;

export function EarlierRuns({
  tool,
  org,
  selected,
}: {
  tool: string;
  org: string;
  selected: string | undefined;
}) {
  const { change } = usePageSearch();
  const runs = useAnswer({ key: 'tool-runs', path: `/admin/tools/${tool}/runs`, query: { org } }, toolRuns, {
    pollMs: REFRESH_MS,
  });
  if (!runs.data || runs.data.items.length === 0) return null;
  return (
    <Section title="Manual runs" hint="The latest 20 of the org, by any user. Kept for 30 days.">
      <DataTable
        label="Manual runs"
        rows={runs.data.items}
        rowKey={({ id }) => id}
        empty="No manual run yet."
        columns={[
          { name: 'Requested', of: (run) => <RelativeTime at={run.createdAt} /> },
          { name: 'By', of: (run) => <By run={run} /> },
          { name: 'State', of: (run) => <StatusBadge {...RUN_STATES[run.state]} /> },
          { name: 'Arguments', of: (run) => <span className="mono">{shortJson(run.arguments)}</span> },
          { name: 'Time', align: 'end', of: (run) => formatDuration(run.durationMs) },
          {
            name: '',
            align: 'end',
            of: (run) => (
              <Button
                variant="subtle"
                color="gray"
                size="compact-xs"
                disabled={run.id === selected}
                onClick={() => change({ selected: run.id })}
              >
                Open
              </Button>
            ),
          },
        ]}
      />
    </Section>
  );
}

function By({ run: { userId, userName, decidedBy, decidedByName, state } }: { run: ToolRunRow }) {
  const nameOf = (id: string, name: string | null) => actorOf({ actor: { kind: 'user', userId: id, name } });
  const decided =
    decidedBy === null
      ? ''
      : `, ${state === 'refused' ? 'refused' : 'approved'} by ${nameOf(decidedBy, decidedByName)}`;
  return (
    <span title={userId}>
      {nameOf(userId, userName)}
      {decided}
    </span>
  );
}

const SHOWN_CHARACTERS = 60;

function shortJson(value: object): string {
  return cutText(JSON.stringify(value), SHOWN_CHARACTERS);
}
