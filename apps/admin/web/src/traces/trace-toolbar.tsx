import { ActionIcon, Tooltip } from '@mantine/core';
import { IconArrowsDiagonalMinimize2, IconFoldDown, IconFoldUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { ConsoleTrace } from '#contracts/console';
import { formatCost, formatCount, formatDuration } from '../ui/format.ts';
import classes from './trace-toolbar.module.css';

interface TraceToolbarProps {
  trace: ConsoleTrace;
  zoomed: boolean;
  folded: boolean;
  onFit: () => void;
  onFold: () => void;
}

export function TraceToolbar({ trace, zoomed, folded, onFit, onFold }: TraceToolbarProps) {
  const { totals } = trace;
  const critical = trace.spans.filter((span) => span.critical).length;
  return (
    <div className={classes.bar}>
      <h2 className={classes.title}>Trace</h2>
      <Total name="spans">{formatCount(trace.spans.length)}</Total>
      <Total
        name="worker time"
        hint="Wall time of the turn in the worker, with what it does after the reply; the wait in the queue is not in it"
      >
        {totals.wallMs === null ? 'running' : formatDuration(totals.wallMs)}
      </Total>
      <Total name="tokens">{formatCount(totals.promptTokens + totals.completionTokens)}</Total>
      <Total name="cost">{formatCost(totals.costUsd)}</Total>
      {critical > 0 && (
        <Tooltip label="The spans that the whole had to wait for; making others faster changes nothing">
          <span className={classes.legend}>
            <span className={classes.swatch} /> critical path
          </span>
        </Tooltip>
      )}
      <span className={classes.actions}>
        {zoomed && (
          <Tooltip label="Fit the whole trace (0)">
            <ActionIcon onClick={onFit} aria-label="Fit the whole trace">
              <IconArrowsDiagonalMinimize2 size={15} />
            </ActionIcon>
          </Tooltip>
        )}
        <Tooltip label={folded ? 'Unfold all (e)' : 'Fold all (w)'}>
          <ActionIcon onClick={onFold} aria-label={folded ? 'Unfold all' : 'Fold all'}>
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
