import { Button, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ConsoleOrg, ConsoleToolDetail, ToolRunView } from '#contracts/console';
import { useChange } from '../api/use-change.ts';
import { Facts } from '../ui/facts.tsx';
import { formatDuration } from '../ui/format.ts';
import { JsonView } from '../ui/json-view.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { Section } from '../ui/section.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { RUN_STATES, effectsOf } from './tool-run-labels.ts';
import classes from './tools.module.css';

export const hasEnded = ({ state }: ToolRunView) => ['succeeded', 'failed', 'refused'].includes(state);

export function RunOutcome({
  run,
  org,
  tool,
}: {
  run: ToolRunView;
  org: ConsoleOrg;
  tool: ConsoleToolDetail;
}) {
  const { state, durationMs, attempts, cached, errorClass, error, result } = run;
  const unknown = (result as { outcome?: string } | null)?.outcome === 'unknown';
  return (
    <Section
      title="Result"
      hint={
        <>
          Requested <RelativeTime at={run.createdAt} />
        </>
      }
      actions={
        <span role="status">
          <StatusBadge {...RUN_STATES[state]} active={state === 'running'} />
        </span>
      }
    >
      {state === 'awaiting_approval' ? (
        <Waiting run={run} org={org} tool={tool} />
      ) : (
        <div className={classes.outcome}>
          <Facts
            facts={{
              Time: durationMs === null ? undefined : formatDuration(durationMs),
              Attempts: attempts ?? undefined,
              'From the cache': cached ? 'yes' : undefined,
            }}
          />
          {errorClass && (
            <p className={classes.problem}>
              <span className="mono">{errorClass}</span> {error}
            </p>
          )}
          {unknown && (
            <p>
              The outcome of the call is unknown.{' '}
              <Link to="/inbox" search={{ org: org.slug }}>
                Settle it in the inbox
              </Link>
            </p>
          )}
          {result !== null && result !== undefined && <JsonView value={result} label="Result of the run" />}
        </div>
      )}
    </Section>
  );
}

function Waiting({ run, org, tool }: { run: ToolRunView; org: ConsoleOrg; tool: ConsoleToolDetail }) {
  const decide = useChange<'approve' | 'refuse'>({
    request: (decision) => ({
      method: 'POST',
      path: `/admin/tool-runs/${run.id}/decide`,
      query: { org: org.slug },
      body: { decision },
    }),
    invalidates: ['tool-run', 'tool-runs'],
  });
  return (
    <div className={classes.outcome}>
      <p>
        {run.approvalReason} {effectsOf(tool, org.name)}
      </p>
      <JsonView value={run.arguments} label="Arguments awaiting approval" />
      <Group gap={8}>
        <Button loading={decide.isPending} onClick={() => decide.mutate('approve')}>
          Approve and run
        </Button>
        <Button variant="default" disabled={decide.isPending} onClick={() => decide.mutate('refuse')}>
          Refuse
        </Button>
      </Group>
    </div>
  );
}
