import { Box } from '@mantine/core';
import { languageOf } from '../language.ts';
import { differenceLines, type DifferenceLine } from './lines.ts';
import classes from './difference-view.module.css';

interface DifferenceViewProps {
  label: string;
  /** Strings are compared as they are, other values as indented JSON. */
  before: unknown;
  after: unknown;
}

const SIGNS = { same: ' ', removed: '−', added: '+' } as const;
const SPOKEN = { same: '', removed: 'removed: ', added: 'added: ' } as const;
/** Unchanged lines around a change; more are folded. */
const CONTEXT_LINES = 3;

/** Line-by-line difference of two versions of a text or value. */
export function DifferenceView({ label, before, after }: DifferenceViewProps) {
  const lines = differenceLines(textOf(before), textOf(after));
  if (lines.every(({ kind }) => kind === 'same'))
    return (
      <Box component="p" m={0} className="muted">
        No difference in {label}
      </Box>
    );
  return (
    <div className={classes.view} tabIndex={0} role="group" aria-label={`Difference in ${label}`}>
      {folded(lines).map((line, index) =>
        typeof line === 'number' ? (
          <div key={index} className={classes.fold}>
            {line} {line === 1 ? 'line' : 'lines'} unchanged
          </div>
        ) : (
          <div key={index} className={classes.line} data-kind={line.kind}>
            <span className={classes.sign} aria-hidden="true">
              {SIGNS[line.kind]}
            </span>
            <span className="visually-hidden">{SPOKEN[line.kind]}</span>
            <span dir="auto" lang={languageOf(line.text)} className={classes.text}>
              {line.text || ' '}
            </span>
          </div>
        ),
      )}
    </div>
  );
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === undefined || value === null) return '';
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value.join('\n');
  return JSON.stringify(value, null, 2);
}

/** Replaces long unchanged stretches with their number of lines. */
function folded(lines: readonly DifferenceLine[]): (DifferenceLine | number)[] {
  const near = lines.map((_, index) =>
    lines
      .slice(Math.max(0, index - CONTEXT_LINES), index + CONTEXT_LINES + 1)
      .some(({ kind }) => kind !== 'same'),
  );
  const shown: (DifferenceLine | number)[] = [];
  for (const [index, line] of lines.entries()) {
    const last = shown.at(-1);
    if (near[index]) shown.push(line);
    else if (typeof last === 'number') shown[shown.length - 1] = last + 1;
    else shown.push(1);
  }
  return shown;
}
