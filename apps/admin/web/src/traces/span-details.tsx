import { Box } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ConsoleSpanDetail } from '#contracts/console';
import { useJobOfSpan } from '../turns/turn-jobs.tsx';
import { CopyId } from '../ui/copy-id.tsx';
import { Facts } from '../ui/facts.tsx';
import { formatAbsolute, formatCost, formatCount, formatDuration, formatUtc } from '../ui/format.ts';
import { JsonView } from '../ui/json-view.tsx';
import { useBackAddress } from '../ui/back-target.ts';
import classes from './span-peek.module.css';
import { ToolLink } from '../ui/entity-links.tsx';

/** The flag that controls spans of a kind. */
const FLAGS: Partial<Record<string, string>> = {
  broker: 'tool_broker',
  program: 'ptc',
  context: 'context_injection',
  route: 'model_router',
  // Controls which tools the model is offered.
  tool: 'tool_broker',
};

function FlagLink({ flag, org }: { flag: string; org: string | undefined }) {
  return (
    <Link to="/flags/$key" params={{ key: flag }} search={{ org }} className="mono">
      {flag}
    </Link>
  );
}

interface SpanDetailsProps {
  detail: ConsoleSpanDetail;
  critical?: boolean;
  /** Slug of the span's org, whose tool and flag are linked. */
  org: string | undefined;
  turnId: string | undefined;
}

export function SpanDetails({ detail, critical = false, org, turnId }: SpanDetailsProps) {
  const started = new Date(detail.startedAt);
  const flag = FLAGS[detail.kind];
  const back = useBackAddress();
  const job = useJobOfSpan(detail, { turnId, org });
  const facts = {
    Kind: detail.kind,
    Duration: formatDuration(detail.durationMs),
    Started: <span title={formatUtc(started)}>{formatAbsolute(started)}</span>,
    'Critical path': critical && 'yes',
    Agent: detail.agent,
    Task: detail.task,
    Intent: detail.intent,
    Provider: detail.provider,
    Model: detail.model,
    Tool: detail.tool && <ToolLink name={detail.tool} org={org} back={back} />,
    Flag: flag && <FlagLink flag={flag} org={org} />,
    Job: job,
    'Tokens in': detail.promptTokens !== null && formatCount(detail.promptTokens),
    'Tokens cached': detail.cachedTokens ? formatCount(detail.cachedTokens) : undefined,
    'Tokens out': detail.completionTokens !== null && formatCount(detail.completionTokens),
    Cost: detail.costUsd !== null && formatCost(detail.costUsd),
    Span: <CopyId id={detail.spanId} of="span" whole />,
  };
  const texts: [string, unknown][] = [
    ['Input', detail.input],
    ['Output', detail.output],
    ['Thoughts', detail.thoughtSummary],
    ['Thinking steps', detail.thoughtSteps],
    ['Draft reply', detail.draftReply],
    ['Tool calls', detail.toolCalls],
  ];
  const shown = texts.filter(([, value]) => value !== null && value !== undefined);
  return (
    <>
      <Facts facts={facts} flows />
      {detail.textsHidden && (
        <Box component="p" mb={10} mt={0} className="muted">
          Your role cannot read input, output and texts.
        </Box>
      )}
      <div className={classes.texts}>
        {shown.map(([name, value]) => (
          <Block key={name} name={name} value={value} />
        ))}
        {Object.keys(detail.attributes).length > 0 && <Block name="Attributes" value={detail.attributes} />}
      </div>
    </>
  );
}

function Block({ name, value }: { name: string; value: unknown }) {
  return (
    <div className={classes.block}>
      <Box component="h4" m="0 0 3px" fz={11} fw={600} className="muted">
        {name}
      </Box>
      <JsonView value={value} label={name} />
    </div>
  );
}
