import { useId, useState, type CSSProperties, type PointerEvent } from 'react';
import classes from './charts.module.css';
import { axisOf, isInSight, labelledPx, shownLabels, type Axis } from './scale.ts';
import { toned } from '../tone.ts';
import { useSize } from '../use-size.ts';

export interface ChartSeries {
  name: string;
  /** One per label; null leaves a gap in the line. */
  values: readonly (number | null)[];
  /** The accent marks the main series. */
  tone?: 'accent' | 'muted' | 'green' | 'red' | 'amber';
  dashed?: boolean;
}

interface LineChartProps {
  label: string;
  labels: readonly string[];
  series: readonly ChartSeries[];
  format: (value: number) => string;
  /** A limit line. If it is far above all values, only its name is shown. */
  threshold?: { value: number; name: string };
  heightPx?: number;
  /** Text without any value. */
  empty?: string;
  /** Ends of the axis; fitted to the values if absent. */
  min?: number;
  max?: number;
  /** Whether the values are durations in milliseconds, which have their own round numbers. */
  durations?: boolean;
}

const RIGHT_PX = 10;
const TOP_PX = 10;
const BOTTOM_PX = 20;
const LABEL_PX = 68;

/** Line chart over time. Hand-drawn SVG: no library, sharp in print, and theme colours. */
export function LineChart(props: LineChartProps) {
  const { label, labels, series, format, threshold, heightPx = 168, empty = 'No data in this range' } = props;
  const { ref, width } = useSize<HTMLDivElement>();
  const [pointed, setPointed] = useState<number | null>(null);
  const captionId = useId();
  if (valuesOf(props).length === 0)
    return (
      <p ref={ref} className={classes.none} style={{ minHeight: heightPx }}>
        <span>
          <span className="visually-hidden">{label}: </span>
          {empty}
        </span>
      </p>
    );
  const axis = fittedAxis(props);
  const drawn = threshold && isInSight(threshold.value, valuesOf(props)) ? threshold : undefined;
  const leftPx = labelledPx(axis.ticks.map(format));
  const innerWidth = Math.max(0, width - leftPx - RIGHT_PX);
  const x = (index: number) => leftPx + (labels.length < 2 ? 0.5 : index / (labels.length - 1)) * innerWidth;
  const y = (value: number) =>
    TOP_PX + (1 - (value - axis.min) / (axis.max - axis.min)) * (heightPx - TOP_PX - BOTTOM_PX);
  const onPointerMove = (event: PointerEvent<SVGSVGElement>) => {
    const offset = event.clientX - event.currentTarget.getBoundingClientRect().left - leftPx;
    const index = Math.round((offset / Math.max(1, innerWidth)) * (labels.length - 1));
    setPointed(Math.min(Math.max(index, 0), labels.length - 1));
  };
  return (
    <figure
      ref={ref}
      className={classes.chart}
      style={{ '--left': `${leftPx}px` } as CSSProperties}
      aria-labelledby={captionId}
    >
      <figcaption id={captionId} className="visually-hidden">
        {label}. {summaryOf(props)}
      </figcaption>
      <svg
        width="100%"
        height={heightPx}
        aria-hidden="true"
        onPointerMove={onPointerMove}
        onPointerLeave={() => setPointed(null)}
      >
        {axis.ticks.map((tick) => (
          <g key={tick}>
            <line x1={leftPx} x2={width - RIGHT_PX} y1={y(tick)} y2={y(tick)} className={classes.grid} />
            <text x={leftPx - 8} y={y(tick) + 4} textAnchor="end" className={classes.tick}>
              {format(tick)}
            </text>
          </g>
        ))}
        {shownLabels(labels.length, Math.floor(innerWidth / LABEL_PX)).map((index) => (
          <text
            key={index}
            x={x(index)}
            y={heightPx - 5}
            textAnchor={index === labels.length - 1 && labels.length > 1 ? 'end' : 'middle'}
            className={classes.tick}
          >
            {labels[index]}
          </text>
        ))}
        {drawn && (
          <line
            x1={leftPx}
            x2={width - RIGHT_PX}
            y1={y(drawn.value)}
            y2={y(drawn.value)}
            className={classes.threshold}
          />
        )}
        {pointed !== null && (
          <line
            x1={x(pointed)}
            x2={x(pointed)}
            y1={TOP_PX}
            y2={heightPx - BOTTOM_PX}
            className={classes.cursor}
          />
        )}
        {width > 0 &&
          // The main series is drawn last, on top.
          series.toReversed().map((one) => (
            <g key={one.name} className={classes.series} style={toned(one.tone ?? 'accent')}>
              <path d={pathOf(one.values, x, y)} data-dashed={one.dashed || undefined} />
              {one.values.map((value, index) =>
                value !== null && (index === pointed || isAlone(one.values, index)) ? (
                  <circle key={index} cx={x(index)} cy={y(value)} r={3} />
                ) : null,
              )}
            </g>
          ))}
      </svg>
      <Legend {...props} pointed={pointed} beyond={threshold !== undefined && !drawn} />
    </figure>
  );
}

interface LegendProps extends LineChartProps {
  pointed: number | null;
  /** The threshold is above the axis and not drawn. */
  beyond: boolean;
}

function Legend({ labels, series, threshold, format, pointed, beyond }: LegendProps) {
  return (
    <div className={classes.legend}>
      {pointed !== null && <span className={classes.at}>{labels[pointed]}</span>}
      {series.map((one) => {
        const value = pointed === null ? null : one.values[pointed];
        return (
          <span key={one.name} className={classes.key} style={toned(one.tone ?? 'accent')}>
            <span className={classes.dash} data-dashed={one.dashed || undefined} aria-hidden="true" />
            {one.name}
            {pointed !== null && <b>{value === null || value === undefined ? '–' : format(value)}</b>}
          </span>
        );
      })}
      {threshold && (
        <span className={classes.key} style={toned('amber')}>
          {!beyond && <span className={classes.dash} data-dashed aria-hidden="true" />}
          {threshold.name}
          {beyond && ', far above these values'}
        </span>
      )}
    </div>
  );
}

function valuesOf({ series }: LineChartProps): number[] {
  return series.flatMap((one) => one.values.filter((value) => value !== null));
}

function fittedAxis(props: LineChartProps): Axis {
  const { threshold, min, max, durations } = props;
  const values = valuesOf(props);
  if (threshold && isInSight(threshold.value, values)) values.push(threshold.value);
  const low = min ?? (values.length > 0 ? Math.min(...values) : 0);
  const high = max ?? (values.length > 0 ? Math.max(...values) : 1);
  const axis = axisOf(low, high, max, durations);
  return { ...axis, min: min ?? axis.min };
}

function pathOf(
  values: readonly (number | null)[],
  x: (index: number) => number,
  y: (value: number) => number,
): string {
  let drawing = false;
  return values
    .map((value, index) => {
      if (value === null) {
        drawing = false;
        return '';
      }
      const command = drawing ? 'L' : 'M';
      drawing = true;
      return `${command}${x(index).toFixed(1)} ${y(value).toFixed(1)}`;
    })
    .join('');
}

/** A value without neighbours is drawn as a point. */
function isAlone(values: readonly (number | null)[], index: number): boolean {
  return (values[index - 1] ?? null) === null && (values[index + 1] ?? null) === null;
}

function summaryOf({ labels, series, format, threshold }: LineChartProps): string {
  const parts = series.map(({ name, values }) => {
    const index = values.findLastIndex((value) => value !== null);
    const value = values[index];
    return value === undefined || value === null
      ? `${name}: no data`
      : `${name}: ${format(value)} at ${labels[index]}`;
  });
  if (threshold) parts.push(`${threshold.name}: ${format(threshold.value)}`);
  return parts.join('. ');
}
