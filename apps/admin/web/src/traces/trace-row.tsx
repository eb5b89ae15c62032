import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { memo, type HTMLAttributes } from 'react';
import { formatCost, formatCount, formatDuration } from '../ui/format.ts';
import type { LayoutRow } from './layout.ts';
import { spanIcon } from './span-icons.ts';
import { hasFailed, shownStatus } from './trace-statuses.ts';
import classes from './trace-row.module.css';

const INDENT_PX = 14;
/** Deeper levels are not indented further, so that names keep their width. */
const MAX_INDENTED_LEVELS = 12;

interface TraceRowProps {
  row: LayoutRow;
  /** Part of a list, not of a tree with keyboard navigation. */
  listed: boolean;
  selected: boolean;
  found: boolean;
  /** The name is above the bar. */
  stacked: boolean;
  namePx: number;
  lanePx: number;
  onFold: (spanId: string, folded: boolean) => void;
  onSelect: (spanId: string) => void;
  onFit: (row: LayoutRow) => void;
}

/** A click opens the span, a double click zooms to it. */
export const TraceRow = memo(function TraceRow(props: TraceRowProps) {
  const { row, found, stacked, namePx, lanePx } = props;
  const { span } = row;
  return (
    <div
      id={`span-${span.spanId}`}
      {...roleOf(props)}
      data-span={span.name}
      className={classes.row}
      data-stacked={stacked || undefined}
      data-found={found || undefined}
      style={{ transform: `translateY(${row.topPx}px)` }}
      onClick={() => props.onSelect(span.spanId)}
      onDoubleClick={() => props.onFit(row)}
    >
      <SpanName {...props} />
      <span className="visually-hidden">{remarks(row)}</span>
      <div className={classes.lane} style={{ left: stacked ? undefined : namePx, width: lanePx }}>
        {row.outside === null && <Bar row={row} showLabel={!stacked} />}
        {row.outside !== null && (
          <span className={classes.outside} data-side={row.outside}>
            {!stacked && <span className={classes.elsewhere}>{elsewhere(row)}</span>}
          </span>
        )}
      </div>
    </div>
  );
});

function roleOf({ row, listed, selected }: TraceRowProps): HTMLAttributes<HTMLDivElement> {
  const level = { 'aria-level': row.depth + 1 };
  if (listed) return { role: 'listitem', ...level, 'aria-current': selected || undefined };
  return {
    role: 'treeitem',
    ...level,
    'aria-expanded': row.fold === 'leaf' ? undefined : row.fold === 'open',
    'aria-selected': selected,
  };
}

function SpanName({ row, stacked, namePx, onFold }: TraceRowProps) {
  const { span } = row;
  const KindIcon = spanIcon(span.kind);
  const indent = Math.min(row.depth, MAX_INDENTED_LEVELS) * INDENT_PX;
  return (
    <div className={classes.name} style={{ width: stacked ? undefined : namePx, paddingLeft: 4 + indent }}>
      {row.fold === 'leaf' ? (
        <span className={classes.noFold} />
      ) : (
        <span
          className={classes.fold}
          onClick={(event) => {
            event.stopPropagation();
            onFold(span.spanId, row.fold === 'open');
          }}
        >
          {row.fold === 'open' ? <IconChevronDown size={13} /> : <IconChevronRight size={13} />}
        </span>
      )}
      <KindIcon size={14} stroke={1.7} className={classes.icon} data-status={shownStatus(span)} />
      <span className={classes.label} data-status={shownStatus(span)} title={explained(span.name)}>
        {shownName(row)}
      </span>
      {stacked && (
        <span className={classes.time}>{row.outside === null ? durationOf(row) : elsewhere(row)}</span>
      )}
      {!stacked && <Totals row={row} />}
    </div>
  );
}

/** Tokens and cost of the span and its descendants, or the reason for their absence. */
function Totals({ row }: { row: LayoutRow }) {
  const { totalTokens, totalCostUsd } = row.node;
  const { answeredBy } = row.span;
  if (totalTokens === 0 && totalCostUsd === 0 && answeredBy === null) return null;
  return (
    <span className={classes.totals}>
      {answeredBy}
      {totalTokens > 0 && formatCount(totalTokens)}
      {totalCostUsd > 0 && ` ${formatCost(totalCostUsd)}`}
    </span>
  );
}

function Bar({ row, showLabel }: { row: LayoutRow; showLabel: boolean }) {
  const { span } = row;
  return (
    <>
      <span
        className={classes.bar}
        data-bar
        data-status={shownStatus(span)}
        data-critical={row.onPath || undefined}
        data-open={row.open || undefined}
        style={{ left: row.leftPx, width: row.widthPx }}
      />
      {showLabel && (
        <span
          className={classes.duration}
          data-side={row.label}
          data-on={barTone(row)}
          style={labelPlace(row)}
        >
          {durationOf(row)}
        </span>
      )}
    </>
  );
}

function labelPlace(row: LayoutRow): { left?: number; right?: string } {
  if (row.label === 'right') return { left: row.leftPx + row.widthPx + 6 };
  if (row.label === 'left') return { right: `calc(100% - ${row.leftPx - 6}px)` };
  return { left: row.leftPx + 6 };
}

function durationOf(row: LayoutRow): string {
  if (!row.open) return formatDuration(row.span.durationMs);
  return row.span.status === 'pending' ? 'waits' : 'no end';
}

/** Start time of a span whose bar is out of view. */
function elsewhere(row: LayoutRow): string {
  return `${durationOf(row)} at ${formatDuration(row.span.startMs)}`;
}

function barTone(row: LayoutRow): 'error' | 'critical' | 'plain' {
  if (hasFailed(row.span)) return 'error';
  return row.onPath ? 'critical' : 'plain';
}

/** OpenTelemetry names a tool's span `execute_tool NAME`; the icon already shows the kind. */
function shownName({ span }: LayoutRow): string {
  return span.kind === 'tool' ? span.name.replace(/^execute_tool /, '') : span.name;
}

/** A request ends with its response: with `wait` after the turn it caused, otherwise before. */
function explained(name: string): string {
  return /^[A-Z]+ \//.test(name) ? `${name}: the HTTP request, until its response` : name;
}

/** Text for screen readers where colour carries meaning. */
function remarks({ span }: LayoutRow): string {
  return [hasFailed(span) && 'failed', span.cancelled && 'cancelled', span.critical && 'on the critical path']
    .filter(Boolean)
    .join(', ');
}
