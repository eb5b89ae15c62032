import { Box } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import { useRef } from 'react';
import type { ConsoleTrace } from '#contracts/console';
import { AXIS_HEIGHT_PX, TimeAxis } from './time-axis.tsx';
import type { ChangeTracePlace, TracePlace } from './trace-place.ts';
import { TraceRows } from './trace-rows.tsx';
import { TraceToolbar } from './trace-toolbar.tsx';
import classes from './trace-tree.module.css';
import { useTraceMatches } from './use-trace-matches.ts';
import { useTraceKeys } from './use-trace-keys.ts';
import { useTraceView } from './use-trace-view.ts';
import { useWheelZoom } from './use-wheel-zoom.ts';
import { useSize } from '../ui/use-size.ts';

interface TraceTreeProps {
  trace: ConsoleTrace;
  /** Spans without an end are still running. */
  live: boolean;
  place: TracePlace;
  onPlace: ChangeTracePlace;
}

export function TraceTree({ trace, live, place, onPlace }: TraceTreeProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const { ref: sizeRef, width, height } = useSize<HTMLDivElement>();
  const scrollerRef = useMergedRef(scroller, sizeRef);
  const view = useTraceView(trace, { live, widthPx: width, cutGaps: place.gaps === 'cut' });
  const found = useTraceMatches(trace, { view, place, onPlace });
  const { picture, columns } = view;
  const active = picture.rows.findIndex((row) => row.span.spanId === place.span);
  const onSpan = (span: string) => onPlace({ span });
  useTraceKeys(view, active, onSpan);
  useWheelZoom(scroller, {
    window: picture.window,
    extent: picture.extent,
    lanePx: columns.lanePx,
    laneLeftPx: columns.laneLeftPx,
    onZoom: view.zoom,
  });
  return (
    <div className="fill">
      <TraceToolbar trace={trace} view={view} found={found} place={place} onPlace={onPlace} />
      <div ref={scrollerRef} className={classes.scroller}>
        <TimeAxis
          ticks={picture.ticks}
          cuts={picture.cuts}
          leftPx={columns.laneLeftPx}
          lanePx={columns.lanePx}
          onFit={view.fitAll}
        />
        <TraceRows
          view={view}
          active={active}
          scroller={scroller}
          heightPx={height}
          headPx={AXIS_HEIGHT_PX}
          found={found.spans}
          onSpan={onSpan}
        />
        {trace.truncated && (
          <Box component="p" m={0} p="8px 16px" fz={12} className="muted">
            This trace has more spans than are shown.
          </Box>
        )}
      </div>
    </div>
  );
}
