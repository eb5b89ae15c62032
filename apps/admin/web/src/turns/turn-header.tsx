import { Tooltip } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { IconAlertTriangle, IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useId, useState, type ReactNode } from 'react';
import type { ConsoleTurn } from '#contracts/console';
import { overrideWords } from '../playground/run-settings.ts';
import { usePermissions } from '../session/use-permissions.ts';
import { contactWord } from '../ui/contact.ts';
import { CopyId } from '../ui/copy-id.tsx';
import { elapsedMs, formatCost, formatCount, formatDuration, NONE } from '../ui/format.ts';
import { OfflineNote } from '../ui/offline-note.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { useBackAddress } from '../ui/back-target.ts';
import { agentName } from './turn-columns.tsx';
import classes from './turn-header.module.css';
import { TurnJobs } from './turn-jobs.tsx';
import { TurnLatency } from './turn-latency.tsx';
import { isUnfinished } from './turn-queries.ts';

/** Summary of a turn in one strip, with its error. */
export function TurnHeader({ turn, answered }: { turn: ConsoleTurn; answered: boolean }) {
  const { totals } = turn;
  const may = usePermissions();
  const back = useBackAddress();
  const [all, setAll] = useState(false);
  const factsId = useId();
  return (
    <>
      <div className={classes.strip} data-all={all || undefined}>
        <dl className={classes.facts} id={factsId}>
          <Fact name="Agent">{agentName(turn)}</Fact>
          {may.allOrgs && <Fact name="Org">{turn.org.name}</Fact>}
          <Fact name="Channel" further>
            {turn.channel}
          </Fact>
          <Fact name="Contact">
            <Link
              to="/turns"
              search={{ org: turn.org.slug, contact: turn.contactId }}
              className={classes.link}
            >
              {contactWord(turn)}
            </Link>
          </Fact>
          <Fact name="Conversation" further>
            <Link
              to="/conversations/$conversationId"
              params={{ conversationId: turn.conversationId }}
              search={{ org: turn.org.slug, back }}
              className={classes.link}
            >
              Open conversation
            </Link>
          </Fact>
          <Fact name="Model">{turn.model ?? NONE}</Fact>
          {turn.override && (
            <Fact name="Overrides" further>
              {overrideWords(turn.override)}
            </Fact>
          )}
          <Fact name={`Time to ${endOf(turn, answered)}`} hint={latencyHint(turn, endOf(turn, answered))}>
            <TurnLatency turn={turn} />
          </Fact>
          <Fact
            name="Tokens"
            further
            hint={`${totals.promptTokens.toLocaleString('en-US')} in (${totals.cachedTokens.toLocaleString('en-US')} cached), ${totals.completionTokens.toLocaleString('en-US')} out`}
          >
            {formatCount(totals.promptTokens)} → {formatCount(totals.completionTokens)}
          </Fact>
          <Fact name="Cost">{formatCost(totals.costUsd)}</Fact>
          <Fact name="Calls" further>
            {totals.modelRounds} model, {totals.toolCalls} tool
          </Fact>
          <Fact name="Created" further>
            <RelativeTime at={turn.createdAt} />
          </Fact>
          {may.platform && (
            <Fact name="Jobs" further>
              <TurnJobs key={turn.id} turn={turn} />
            </Fact>
          )}
          <Fact name="Turn" further>
            <CopyId id={turn.id} of="turn" />
          </Fact>
          <Fact name="Trace" further>
            <CopyId id={turn.traceId} of="trace" />
          </Fact>
        </dl>
        <button
          type="button"
          className={classes.all}
          aria-expanded={all}
          aria-controls={factsId}
          onClick={() => setAll(!all)}
        >
          {all ? <IconChevronUp size={13} /> : <IconChevronDown size={13} />}
          {all ? 'Show fewer details' : 'Show all details'}
        </button>
      </div>
      {answered && turn.model?.startsWith('offline-') && (
        <OfflineNote>Answered by the rule-based offline model.</OfflineNote>
      )}
      {turn.error && (
        <div className={classes.error} role="group" aria-label="Why the turn failed" tabIndex={0}>
          <IconAlertTriangle size={15} />
          <span>
            <span className="mono">{turn.error.class}</span> {turn.error.message}
          </span>
        </div>
      )}
    </>
  );
}

interface FactProps {
  name: string;
  hint?: string;
  /** Collapsed in narrow windows. */
  further?: boolean;
  children: ReactNode;
}

function Fact({ name, hint, further, children }: FactProps) {
  return (
    <div className={classes.fact} data-further={further || undefined}>
      <dt className={classes.name}>{name}</dt>
      <Tooltip label={hint} disabled={!hint}>
        <dd className={classes.value}>{children}</dd>
      </Tooltip>
    </div>
  );
}

/** Whether the latency ends with a reply; a cancelled or failed turn has none. */
function endOf({ state }: ConsoleTurn, answered: boolean): 'reply' | 'end' {
  return answered || isUnfinished(state) ? 'reply' : 'end';
}

function latencyHint(turn: ConsoleTurn, end: 'reply' | 'end'): string {
  const queued = elapsedMs(turn.createdAt, turn.startedAt);
  const waited =
    turn.waitedMs > 0 ? `, without ${formatDuration(turn.waitedMs)} that it waited for people` : '';
  const retried = turn.retries > 0 ? `; first attempt of ${turn.retries + 1}` : '';
  return `From acceptance to ${end}, ${formatDuration(queued)} of it in the queue${waited}${retried}`;
}
