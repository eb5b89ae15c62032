import { formatDuration } from '../ui/format.ts';
import type { Tick, TimeWindow } from './layout.ts';
import classes from './time-axis.module.css';

/** A label needs this much room before the end of the lane. */
const LABEL_ROOM_PX = 44;

interface TimeAxisProps {
  ticks: readonly Tick[];
  window: TimeWindow;
  leftPx: number;
  lanePx: number;
  onFit: () => void;
}

/** The moments above the bars, and a fine line down through all rows for each. A double click shows the whole trace. */
export function TimeAxis({ ticks, leftPx, lanePx, onFit }: TimeAxisProps) {
  return (
    <div className={classes.axis} aria-hidden="true" onDoubleClick={onFit}>
      <span className={classes.name} style={{ width: leftPx }}>
        {leftPx > 60 ? 'Span' : ''}
      </span>
      {ticks.map((tick) => (
        <span key={tick.ms} className={classes.tick} style={{ left: leftPx + tick.leftPx }}>
          {tick.leftPx <= lanePx - LABEL_ROOM_PX && formatDuration(tick.ms)}
        </span>
      ))}
    </div>
  );
}
