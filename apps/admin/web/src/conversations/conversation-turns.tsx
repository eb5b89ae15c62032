import { Box, Button, Collapse } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import {
  conversationTurnPage,
  type ConsoleConversationDetail,
  type ConversationTurnEntry,
} from '#contracts/console';
import { conversationTurnsRequest } from '../api/requests.ts';
import { useKeysetList } from '../api/keyset-list.ts';
import { isNotFound } from '../api/problem-error.ts';
import { RetryTurns } from '../turns/retry-turns.tsx';
import { turnMs } from '../turns/turn-latency.tsx';
import { TurnStateBadge } from '../turns/turn-state.tsx';
import { counted, formatCost, formatDuration } from '../ui/format.ts';
import { NoAnswer } from '../ui/no-answer.tsx';
import { usePageSearch } from '../ui/page-search.ts';
import { useBackAddress } from '../ui/back-target.ts';
import { Message } from '../turns/turn-messages.tsx';
import { spanIcon } from '../traces/span-icons.ts';
import { useTrace } from '../traces/trace-queries.ts';
import { hasFailed } from '../traces/trace-statuses.ts';
import classes from './conversations.module.css';
import { TurnLink } from '../ui/entity-links.tsx';

/** Turns with their messages, oldest first; older ones are loaded on request. */
export function ConversationTurns({ conversation }: { conversation: ConsoleConversationDetail }) {
  const list = useKeysetList<ConversationTurnEntry>(
    conversationTurnsRequest(conversation.id),
    conversationTurnPage,
  );
  if (!list.first) return <NoAnswer to={list} what="The messages" />;
  return (
    <section className={classes.turns} aria-label="Messages" tabIndex={0}>
      {list.hasMore && (
        <Button variant="subtle" color="gray" loading={list.loadingMore} onClick={list.loadMore}>
          Older turns
        </Button>
      )}
      {[...list.items].reverse().map((entry) => (
        <TurnEntry key={entry.turn.id} entry={entry} />
      ))}
    </section>
  );
}

function TurnEntry({ entry: { turn, messages } }: { entry: ConversationTurnEntry }) {
  const { search, change } = usePageSearch<'turn' | 'drawer'>();
  const back = useBackAddress();
  const opened = search.turn === turn.id;
  const question = messages.filter(({ role }) => role === 'user');
  const answer = messages.filter(({ role }) => role !== 'user');
  return (
    <Box maw={820}>
      {question.map((message) => (
        <Message key={message.id} message={message} own={false} linked={false} />
      ))}
      <div className={classes.turnLine}>
        <button
          type="button"
          className={classes.fold}
          aria-expanded={opened}
          onClick={() => change({ turn: opened ? undefined : turn.id })}
        >
          {opened ? <IconChevronDown size={14} /> : <IconChevronRight size={14} />}
          <TurnStateBadge state={turn.state} />
          <span>{turn.agent}</span>
          <span>{formatDuration(turnMs(turn))}</span>
          <span>{counted(turn.totals.toolCalls, 'call')}</span>
          <span>{formatCost(turn.totals.costUsd)}</span>
        </button>
        <TurnLink turnId={turn.id} back={back}>
          Trace
        </TurnLink>
      </div>
      {turn.error && (
        <Box component="p" m="4px 16px" className="problem">
          <span className="mono">{turn.error.class}</span> {turn.error.message} <RetryTurns turns={[turn]} />
        </Box>
      )}
      <Collapse expanded={opened}>{opened && <Steps turn={turn} />}</Collapse>
      {answer.map((message) => (
        <Message key={message.id} message={message} own={false} linked={false} />
      ))}
    </Box>
  );
}

function Steps({ turn }: { turn: ConversationTurnEntry['turn'] }) {
  const trace = useTrace(turn);
  const back = useBackAddress();
  if (isNotFound(trace.error))
    return (
      <Box component="p" m="4px 22px" fz={12} className="muted">
        No spans are stored for this turn.
      </Box>
    );
  if (!trace.data) return <NoAnswer to={trace} what="The steps" />;
  const shown = trace.data.spans.filter(({ kind }) => !HIDDEN_KINDS.has(kind));
  return (
    <ol className={classes.steps}>
      {shown.map((span) => {
        const KindIcon = spanIcon(span.kind);
        return (
          <li key={span.spanId} data-failed={hasFailed(span) || undefined}>
            <KindIcon size={14} stroke={1.7} />
            <Link to="/turns/$turnId" params={{ turnId: turn.id }} search={{ span: span.spanId, back }}>
              {span.name}
            </Link>
            <span className="muted truncate">{span.errorMessage}</span>
            <span className="muted figures">{formatDuration(span.durationMs)}</span>
          </li>
        );
      })}
    </ol>
  );
}

/** Spans that frame the steps. */
const HIDDEN_KINDS = new Set(['http', 'turn', 'queue', 'other']);
