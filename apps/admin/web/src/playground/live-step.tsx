import { Box } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { PlaygroundStep } from '#contracts/console';
import { spanIcon } from '../traces/span-icons.ts';
import { CodeHint } from '../ui/code-hint.tsx';
import { formatCost, formatCount, formatDuration } from '../ui/format.ts';
import { JsonView } from '../ui/json-view.tsx';
import classes from './playground.module.css';

interface LiveStepProps {
  turnId: string;
  step: PlaygroundStep;
  /** The call was made by a program. */
  within: boolean;
}

export function LiveStep({ turnId, step, within }: LiveStepProps) {
  const KindIcon = spanIcon(step.kind);
  return (
    <li data-failed={step.status === 'error' || undefined} data-within={within || undefined}>
      <details open={step.kind === 'program'}>
        <summary>
          <KindIcon size={14} stroke={1.7} />
          <span className={classes.stepName}>{nameOf(step)}</span>
          <span className={classes.stepFacts}>
            {step.tokens !== null && <span>{formatCount(step.tokens)} tokens</span>}
            {step.costUsd !== null && step.costUsd > 0 && <span>{formatCost(step.costUsd)}</span>}
            <span>{formatDuration(step.durationMs)}</span>
          </span>
        </summary>
        <Box p="2px 0 8px 24px">
          {step.errorMessage && <p className={classes.failure}>{step.errorMessage}</p>}
          <Given step={step} />
          {step.logs.length > 0 && <Part name="Log" value={step.logs.join('\n')} />}
          {step.output !== null && (
            <Part name={step.kind === 'program' ? 'Value' : 'Answer'} value={step.output} />
          )}
          <Link to="/turns/$turnId" params={{ turnId }} search={{ span: step.spanId }}>
            Span
          </Link>
        </Box>
      </details>
    </li>
  );
}

/** `execute_tool search_properties` is shown as its second word. */
function nameOf({ kind, name }: PlaygroundStep): string {
  if (kind === 'program') return 'Program in the sandbox';
  return kind === 'tool' ? name.replace(/^execute_tool /, '') : name;
}

function Given({ step: { kind, input } }: { step: PlaygroundStep }) {
  if (input === null) return null;
  if (kind === 'program' && typeof input === 'string')
    return <CodeHint code={input} label="Code of the program" />;
  return <Part name="Arguments" value={input} />;
}

function Part({ name, value }: { name: string; value: unknown }) {
  return (
    <>
      <Box component="h4" m="6px 0 2px" fz={11} fw={500} className="muted">
        {name}
      </Box>
      <JsonView value={value} label={name} />
    </>
  );
}
