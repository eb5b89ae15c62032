import { Group, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ConsoleTurn } from '#contracts/console';
import { LATENCY_HINT } from '../traces/duration-hints.ts';
import { contactWord } from '../ui/contact.ts';
import { formatCost, formatCount, NONE } from '../ui/format.ts';
import { column, momentColumn, orgColumn, type ListColumn } from '../ui/list-columns.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { WrittenText } from '../ui/written-text.tsx';
import { OrgOfRow } from '../ui/org-of-row.tsx';
import { TurnLatency } from './turn-latency.tsx';
import { TurnStateBadge } from './turn-state.tsx';
import { filtersOf } from './turn-search.ts';

/** Fits `Completed` and most other labels. */
const STATE_TRACK = '108px';
/** Fits `Awaiting approval`, which few lists contain. */
const LONG_STATE_TRACK = '136px';

/** @param awaiting a turn of the list awaits approval. */
export function turnColumns(awaiting: boolean): ListColumn<ConsoleTurn>[] {
  return [
    column('state', 'State', awaiting ? LONG_STATE_TRACK : STATE_TRACK, (row) => <State turn={row} />),
    column('message', 'Message', 'minmax(180px, 3.5fr)', (row) => <MessageLink turn={row} />),
    orgColumn('minmax(72px, 0.6fr)', 984),
    column('agent', 'Agent', { track: 'minmax(124px, 1.2fr)', minListPx: 660 }, (row) => (
      <span title={agentName(row)}>{row.agent ?? NONE}</span>
    )),
    column('contact', 'Contact', { track: 'minmax(96px, 1fr)', minListPx: 764 }, (row) => (
      <span title={row.contactId}>{contactWord(row)}</span>
    )),
    column('channel', 'Channel', { track: '80px', minListPx: 1_068 }, (row) => row.channel),
    column('model', 'Model', { track: 'minmax(120px, 1fr)', minListPx: 1_190 }, (row) => row.model ?? NONE),
    column('tokens', 'Tokens', { track: '68px', align: 'end', minListPx: 912 }, (row) =>
      formatCount(row.totals.promptTokens + row.totals.completionTokens),
    ),
    column('cost', 'Cost', { track: '88px', align: 'end', minListPx: 912 }, (row) =>
      formatCost(row.totals.costUsd),
    ),
    column('latency', 'Latency', { track: '84px', align: 'end', hint: LATENCY_HINT }, (row) => (
      <TurnLatency turn={row} />
    )),
    momentColumn('created', 'Created', (row) => row.createdAt),
  ];
}

/** `pack/agent`; a dash until an agent is chosen. */
export function agentName(turn: Pick<ConsoleTurn, 'agent' | 'pack'>): string {
  if (!turn.agent) return NONE;
  return turn.agent.includes('/') ? turn.agent : `${turn.pack}/${turn.agent}`;
}

function State({ turn }: { turn: ConsoleTurn }) {
  return (
    <TurnStateBadge
      state={turn.state}
      title={turn.error ? `${turn.error.class}: ${turn.error.message}` : undefined}
    />
  );
}

/** Link of the row, for new tabs and keyboard access. */
function MessageLink({ turn }: { turn: ConsoleTurn }) {
  return (
    <Link
      to="/turns/$turnId"
      params={{ turnId: turn.id }}
      search={(current) => filtersOf(current)}
      className="plain truncate"
      onClick={(event) => event.stopPropagation()}
    >
      {turn.found ? (
        <Found found={turn.found} title={turn.excerpt ?? undefined} />
      ) : turn.excerpt === null ? (
        <span className="mono">{turn.id}</span>
      ) : turn.error ? (
        <>
          <span className="muted" title={turn.error.message}>
            {turn.error.class}:
          </span>
          <WrittenText text={turn.excerpt} />
        </>
      ) : (
        <WrittenText text={turn.excerpt} />
      )}
    </Link>
  );
}

const FOUND_IN = {
  user: 'Later in the message',
  assistant: 'In the reply',
  interim: 'In an interim reply',
} as const;

/** The matching text, if the start of the message does not contain it. */
function Found({ found, title }: { found: NonNullable<ConsoleTurn['found']>; title: string | undefined }) {
  return (
    <>
      <span className="muted" title={title}>
        {FOUND_IN[found.role]}:
      </span>
      <WrittenText text={`…${found.text}`} />
    </>
  );
}

export function TurnCard({ turn }: { turn: ConsoleTurn }) {
  return (
    <Stack gap={3}>
      <MessageLink turn={turn} />
      <Group gap={8} wrap="nowrap" fz={12}>
        <State turn={turn} />
        <span className="truncate muted">
          <OrgOfRow org={turn.org} />
          {agentName(turn)}
        </span>
        <span className="end muted figures">
          <TurnLatency turn={turn} /> · <RelativeTime at={turn.createdAt} />
        </span>
      </Group>
    </Stack>
  );
}
