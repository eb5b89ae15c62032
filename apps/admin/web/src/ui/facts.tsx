import { Box } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './facts.module.css';
import { toned } from './tone.ts';

interface FactsProps {
  facts: Record<string, ReactNode>;
  /** Each fact is as wide as its text, not as its column. */
  flows?: boolean;
}

/** Names and their values, in order; a name without a value is omitted. */
export function Facts({ facts, flows }: FactsProps) {
  return (
    <dl className={classes.facts} data-flows={flows || undefined}>
      {Object.entries(facts)
        .filter(([, value]) => value !== undefined && value !== null && value !== '' && value !== false)
        .map(([name, value]) => (
          <Box key={name} miw={0}>
            <dt className={classes.name}>{name}</dt>
            <dd className={classes.value}>{value}</dd>
          </Box>
        ))}
    </dl>
  );
}

interface FigureProps {
  name: string;
  value: ReactNode;
  note?: ReactNode;
  tone?: 'green' | 'red' | 'amber';
}

export function Figure({ name, value, note, tone }: FigureProps) {
  return (
    <div className={classes.figure}>
      <div className={classes.name}>{name}</div>
      <div className={classes.number} data-tone={tone} style={tone && toned(tone)}>
        {value}
      </div>
      {note !== undefined && (
        <Box fz={11.5} className="muted">
          {note}
        </Box>
      )}
    </div>
  );
}

export function Figures({ children }: { children: ReactNode }) {
  return <div className={classes.figures}>{children}</div>;
}
