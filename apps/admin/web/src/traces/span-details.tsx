import { Box, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ConsoleSpanDetail } from '#contracts/console';
import { ToolsOfTurn } from '../playground/offered-tools.tsx';
import { useJobOfSpan } from '../turns/turn-jobs.tsx';
import { CopyIcon } from '../ui/copy-icon.tsx';
import { CopyId } from '../ui/copy-id.tsx';
import { Facts } from '../ui/facts.tsx';
import { formatAbsolute, formatCost, formatCount, formatDuration, formatUtc } from '../ui/format.ts';
import { JsonView } from '../ui/json-view.tsx';
import { useBackAddress } from '../ui/back-target.ts';
import { callsOf, messagesOf, type Said } from './model-messages.ts';
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

type Part = [...Said, link?: ReactNode];

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
    'Answered by': detail.answeredBy && `${detail.answeredBy}, no model was called`,
    Tool: detail.tool && <ToolLink name={detail.tool} org={org} back={back} />,
    Program: detail.kind === 'program' && turnId && (
      <Link to="/turns/$turnId/programs" params={{ turnId }} search={{ org, back }}>
        Show or rerun the program
      </Link>
    ),
    Flag: flag && <FlagLink flag={flag} org={org} />,
    Job: job,
    'Tokens in': detail.promptTokens !== null && formatCount(detail.promptTokens),
    'Tokens cached': detail.cachedTokens ? formatCount(detail.cachedTokens) : undefined,
    'Tokens out': detail.completionTokens !== null && formatCount(detail.completionTokens),
    Cost: detail.costUsd !== null && formatCost(detail.costUsd),
    Span: <CopyId id={detail.spanId} of="span" whole />,
  };
  const { offered, attributes } = detail;
  const tools = offered?.map(({ name, description, parameters }): Part => [
    `${name}: ${description ?? 'not known today'}`,
    parameters,
    <ToolLink key={name} name={name} org={org} back={back} />,
  ]);
  const texts: [name: string, raw: unknown, parts?: Part[]][] = [
    ['Input', detail.input, messagesOf(detail.input)],
    ['Tools offered, as they are defined today', offered, tools],
    ['Output', detail.output],
    ['Thoughts', detail.thoughtSummary],
    ['Thinking steps', detail.thoughtSteps],
    ['Draft reply', detail.draftReply],
    ['Tool calls', detail.toolCalls, callsOf(detail.toolCalls)],
    ['Attributes', Object.keys(attributes).length > 0 ? attributes : null],
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
      {detail.kind === 'broker' && turnId && !detail.textsHidden && <ToolsOfTurn turnId={turnId} />}
      <div className={classes.texts}>
        {shown.map(([name, raw, parts]) => (
          <div key={name}>
            <Group component="h4" gap={4} m="0 0 3px" fz={11} fw={600} className="muted">
              {name}
              <CopyIcon
                value={typeof raw === 'string' ? raw : JSON.stringify(raw, null, 2)}
                label={`Copy: ${name}`}
              />
            </Group>
            <div className={classes.text}>
              {parts?.map(([by, what, link], index) => (
                // Parts have no identity except their position. Schemas would hide which tools there are.
                <details key={index} open={parts !== tools}>
                  <summary>{by}</summary>
                  {link}
                  <JsonView value={what} label={name} />
                </details>
              )) ?? <JsonView value={raw} label={name} />}
            </div>
          </div>
        ))}
      </div>
    </>
  );
}
