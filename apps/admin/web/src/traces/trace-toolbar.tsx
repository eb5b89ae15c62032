import { ActionIcon, Tooltip } from '@mantine/core';
import { IconArrowsDiagonalMinimize2, IconFoldDown, IconFoldUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { ConsoleTrace } from '#contracts/console';
import { formatCost, formatCount, formatDuration } from '../ui/format.ts';
import { IdleTimeButton } from './idle-time-button.tsx';
import { WORKER_TIME_HINT } from './duration-hints.ts';
import { TraceFind } from './trace-find.tsx';
import type { ChangeTracePlace, TracePlace } from './trace-place.ts';
import classes from './trace-toolbar.module.css';
import type { Found } from './use-trace-matches.ts';
import type { TraceView } from './use-trace-view.ts';

interface TraceToolbarProps {
  trace: ConsoleTrace;
  view: TraceView;
  found: Found;
  place: TracePlace;
  onPlace: ChangeTracePlace;
}

export function TraceToolbar({ trace, view, found, place, onPlace }: TraceToolbarProps) {
  const { totals } = trace;
  const { zoomed, folded } = view;
  const critical = trace.spans.filter((span) => span.critical).length;
  return (
    <div className={classes.bar}>
      <h2 className="title">Trace</h2>
      <Total name="spans">{formatCount(trace.spans.length)}</Total>
      {totals.queuedMs !== null && (
        <Total
          name="in the queue"
          hint="From acceptance until a worker claimed the turn. Not part of the worker time"
        >
          {formatDuration(totals.queuedMs)}
        </Total>
      )}
      <Total name="worker time" hint={WORKER_TIME_HINT}>
        {totals.wallMs === null ? 'running' : formatDuration(totals.wallMs)}
      </Total>
      {totals.approvalMs !== null && (
        <Total
          name="for approval"
          hint="From the approval request until a worker resumed the turn. Not part of the worker time"
        >
          {formatDuration(totals.approvalMs)}
        </Total>
      )}
      <Total name="tokens">{formatCount(totals.promptTokens + totals.completionTokens)}</Total>
      <Total name="cost">{formatCost(totals.costUsd)}</Total>
      {critical > 0 && (
        <Tooltip
          multiline
          maw={320}
          label={`The spans that determine the total time, ${
            totals.queuedMs === null
              ? 'starting when a worker claimed the turn'
              : 'starting with the wait in the queue'
          }. Speeding up other spans does not shorten the turn`}
        >
          <span className={classes.legend}>
            <span className={classes.swatch} /> critical path
          </span>
        </Tooltip>
      )}
      {view.idle && (
        <IdleTimeButton
          idle={view.idle}
          cut={place.gaps === 'cut'}
          onCut={(cut) => onPlace({ gaps: cut ? 'cut' : undefined })}
        />
      )}
      <span className={classes.actions}>
        <TraceFind words={place.find} found={found} />
        {zoomed && (
          <Tooltip label="Fit the whole trace (0)">
            <ActionIcon onClick={view.fitAll} aria-label="Fit the whole trace">
              <IconArrowsDiagonalMinimize2 size={15} />
            </ActionIcon>
          </Tooltip>
        )}
        <Tooltip label={folded ? 'Expand all (e)' : 'Collapse all (w)'}>
          <ActionIcon
            onClick={folded ? view.unfoldAll : view.foldAll}
            aria-label={folded ? 'Expand all' : 'Collapse all'}
          >
            {folded ? <IconFoldDown size={15} /> : <IconFoldUp size={15} />}
          </ActionIcon>
        </Tooltip>
      </span>
    </div>
  );
}

function Total({ name, hint, children }: { name: string; hint?: string; children: ReactNode }) {
  return (
    <Tooltip label={hint} disabled={!hint} multiline maw={320}>
      <span className={classes.total}>
        <b>{children}</b> {name}
      </span>
    </Tooltip>
  );
}
