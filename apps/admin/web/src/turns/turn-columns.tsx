import { Link } from '@tanstack/react-router';
import type { ConsoleTurn } from '#contracts/console';
import { LATENCY_HINT } from '../traces/duration-hints.ts';
import { contactWord } from '../ui/contact.ts';
import { formatCost, formatCount, NONE } from '../ui/format.ts';
import { MOMENT_TRACK, type ListColumn } from '../ui/list-columns.ts';
import { RelativeTime } from '../ui/relative-time.tsx';
import { WrittenText } from '../ui/written-text.tsx';
import { OrgOfRow } from '../ui/org-of-row.tsx';
import { TurnLatency } from './turn-latency.tsx';
import classes from './turn-columns.module.css';
import { TurnStateBadge } from './turn-state.tsx';
import { filtersOf } from './turn-search.ts';

/** Fits `Completed` and most other labels. */
const STATE_TRACK = '108px';
/** Fits `Awaiting approval`, which few lists contain. */
const LONG_STATE_TRACK = '136px';

interface TurnColumnsOptions {
  showOrg: boolean;
  /** A turn of the list awaits approval. */
  awaiting: boolean;
}

/** Columns of the list of turns. Most names fit the minimum width of their column. */
export function turnColumns(options: TurnColumnsOptions): ListColumn<ConsoleTurn>[] {
  const columns: (ListColumn<ConsoleTurn> | false)[] = [
    {
      id: 'state',
      header: 'State',
      meta: { track: options.awaiting ? LONG_STATE_TRACK : STATE_TRACK },
      cell: ({ row }) => <State turn={row.original} />,
    },
    {
      id: 'message',
      header: 'Message',
      meta: { track: 'minmax(180px, 3.5fr)' },
      cell: ({ row }) => <MessageLink turn={row.original} />,
    },
    options.showOrg && {
      id: 'org',
      header: 'Org',
      meta: { track: 'minmax(72px, 0.6fr)', minListPx: 984 },
      cell: ({ row }) => <span title={row.original.org.name}>{row.original.org.slug}</span>,
    },
    {
      id: 'agent',
      header: 'Agent',
      meta: { track: 'minmax(124px, 1.2fr)', minListPx: 660 },
      cell: ({ row }) => <span title={agentName(row.original)}>{row.original.agent ?? NONE}</span>,
    },
    {
      id: 'contact',
      header: 'Contact',
      meta: { track: 'minmax(96px, 1fr)', minListPx: 764 },
      cell: ({ row }) => <span title={row.original.contactId}>{contactWord(row.original)}</span>,
    },
    {
      id: 'channel',
      header: 'Channel',
      meta: { track: '80px', minListPx: 1_068 },
      cell: ({ row }) => row.original.channel,
    },
    {
      id: 'model',
      header: 'Model',
      meta: { track: 'minmax(120px, 1fr)', minListPx: 1_190 },
      cell: ({ row }) => row.original.model ?? NONE,
    },
    {
      id: 'tokens',
      header: 'Tokens',
      meta: { track: '68px', align: 'end', minListPx: 912 },
      cell: ({ row }) => formatCount(row.original.totals.promptTokens + row.original.totals.completionTokens),
    },
    {
      id: 'cost',
      header: 'Cost',
      meta: { track: '88px', align: 'end', minListPx: 912 },
      cell: ({ row }) => formatCost(row.original.totals.costUsd),
    },
    {
      id: 'latency',
      header: 'Latency',
      meta: { track: '84px', align: 'end', hint: LATENCY_HINT },
      cell: ({ row }) => <TurnLatency turn={row.original} />,
    },
    {
      id: 'created',
      header: 'Created',
      meta: { track: MOMENT_TRACK, align: 'end' },
      cell: ({ row }) => <RelativeTime at={row.original.createdAt} />,
    },
  ];
  return columns.filter((column) => column !== false);
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
export function MessageLink({ turn }: { turn: ConsoleTurn }) {
  return (
    <Link
      to="/turns/$turnId"
      params={{ turnId: turn.id }}
      search={(current) => filtersOf(current)}
      className={classes.link}
      onClick={(event) => event.stopPropagation()}
    >
      {turn.found ? (
        <Found found={turn.found} title={turn.excerpt ?? undefined} />
      ) : turn.excerpt === null ? (
        <span className="mono">{turn.id}</span>
      ) : turn.error ? (
        <span className={classes.excerpt} title={turn.error.message}>
          <span className="muted">{turn.error.class}: </span>
          <WrittenText text={turn.excerpt} />
        </span>
      ) : (
        <WrittenText text={turn.excerpt} className={classes.excerpt} />
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
    <span className={classes.excerpt} title={title}>
      <span className="muted">{FOUND_IN[found.role]}: </span>
      <WrittenText text={`…${found.text}`} />
    </span>
  );
}

/** A turn as a card, for narrow lists. */
export function TurnCard({ turn }: { turn: ConsoleTurn }) {
  return (
    <div className={classes.card}>
      <MessageLink turn={turn} />
      <div className={classes.cardFoot}>
        <State turn={turn} />
        <span className="truncate muted">
          <OrgOfRow org={turn.org} />
          {agentName(turn)}
        </span>
        <span className={classes.cardEnd}>
          <TurnLatency turn={turn} /> · <RelativeTime at={turn.createdAt} />
        </span>
      </div>
    </div>
  );
}
