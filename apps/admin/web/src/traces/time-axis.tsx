import { Box } from '@mantine/core';
import { formatDuration } from '../ui/format.ts';
import type { Cut, Tick } from './layout.ts';
import classes from './time-axis.module.css';

/** Equals the height in `time-axis.module.css`. */
export const AXIS_HEIGHT_PX = 22;

/** Maximum width of a label character (figures are tabular), and the space before the first. */
const CHARACTER_PX = 6.5;
const BEFORE_LABEL_PX = 5;

interface TimeAxisProps {
  ticks: readonly Tick[];
  cuts: readonly Cut[];
  leftPx: number;
  lanePx: number;
  onFit: () => void;
}

export function TimeAxis({ ticks, cuts, leftPx, lanePx, onFit }: TimeAxisProps) {
  const hasRoom = (tick: Tick) => {
    const endPx = tick.leftPx + BEFORE_LABEL_PX + labelOf(tick).length * CHARACTER_PX;
    return endPx <= lanePx && cuts.every((cut) => cut.leftPx < tick.leftPx || cut.leftPx >= endPx);
  };
  return (
    <div className={classes.axis} aria-hidden="true" onDoubleClick={onFit}>
      <Box component="span" display="block" pl={12} w={leftPx}>
        {leftPx > 60 ? 'Span' : ''}
      </Box>
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

/** After a gap: first the time at which it ended, then the time since. */
function labelOf({ ms, sinceMs }: Tick): string {
  return sinceMs === undefined || ms === sinceMs ? formatDuration(ms) : `+${formatDuration(ms - sinceMs)}`;
}
