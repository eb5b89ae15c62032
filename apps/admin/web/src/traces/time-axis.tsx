import { formatDuration } from '../ui/format.ts';
import type { Cut, Tick } from './layout.ts';
import classes from './time-axis.module.css';

/** As `time-axis.module.css` has it. */
export const AXIS_HEIGHT_PX = 22;

/** A label needs this much room before the end of the lane, and a little less before a gap. */
const LABEL_ROOM_PX = 44;
const LABEL_BEFORE_CUT_PX = 34;

interface TimeAxisProps {
  ticks: readonly Tick[];
  cuts: readonly Cut[];
  leftPx: number;
  lanePx: number;
  onFit: () => void;
}

/** The moments above the bars, and what is left of idle gaps. A double click shows the whole trace. */
export function TimeAxis({ ticks, cuts, leftPx, lanePx, onFit }: TimeAxisProps) {
  const hasRoom = ({ leftPx: tickPx }: Tick) =>
    tickPx <= lanePx - LABEL_ROOM_PX &&
    cuts.every((cut) => cut.leftPx < tickPx || cut.leftPx - tickPx >= LABEL_BEFORE_CUT_PX);
  return (
    <div className={classes.axis} aria-hidden="true" onDoubleClick={onFit}>
      <span className={classes.name} style={{ width: leftPx }}>
        {leftPx > 60 ? 'Span' : ''}
      </span>
      {ticks.map((tick) => (
        <span key={tick.ms} className={classes.tick} style={{ left: leftPx + tick.leftPx }}>
          {hasRoom(tick) && labelOf(tick)}
        </span>
      ))}
      {cuts.map((cut) => (
        <span
          key={cut.leftPx}
          className={classes.cut}
          title={`Nothing ran for ${formatDuration(cut.ms)}`}
          style={{ left: leftPx + cut.leftPx, width: cut.widthPx }}
        />
      ))}
    </div>
  );
}

/** Behind a gap: first the moment at which it ended, then what has gone by since. */
function labelOf({ ms, sinceMs }: Tick): string {
  return sinceMs === undefined || ms === sinceMs ? formatDuration(ms) : `+${formatDuration(ms - sinceMs)}`;
}
