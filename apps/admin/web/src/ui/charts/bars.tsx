import type { ReactNode } from 'react';
import classes from './charts.module.css';
import { barSize } from './scale.ts';

interface BarsProps<Row> {
  label: string;
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  name: (row: Row) => ReactNode;
  value: (row: Row) => number;
  format: (value: number) => string;
  /** Value of the full width; defaults to the largest value. */
  max?: number;
}

export function Bars<Row>({ label, rows, rowKey, name, value, format, max }: BarsProps<Row>) {
  const full = max ?? Math.max(1e-9, ...rows.map(value));
  return (
    <ul className={classes.bars} aria-label={label}>
      {rows.map((row) => (
        <li key={rowKey(row)} className={classes.barRow}>
          <span className="truncate">{name(row)}</span>
          <span className={classes.track} aria-hidden="true">
            <span className={classes.bar} style={barSize(value(row), full)} />
          </span>
          <span className={classes.barValue}>{format(value(row))}</span>
        </li>
      ))}
    </ul>
  );
}

export function Sparkline({ values, label }: { values: readonly number[]; label: string }) {
  const max = Math.max(1e-9, ...values);
  const points = values
    .map((value, index) => `${(index / Math.max(1, values.length - 1)) * 72},${17 - (value / max) * 15}`)
    .join(' ');
  return (
    <svg width="74" height="18" viewBox="-1 0 74 18" role="img" aria-label={label} className={classes.spark}>
      <polyline points={points} />
    </svg>
  );
}
