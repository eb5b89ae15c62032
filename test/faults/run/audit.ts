import type { Client } from 'pg';
import type { ModelRequest } from './counted-model.ts';
import { markOf, messageOf, type MessageKind } from './messages.ts';

/** A message whose turn was accepted with 202. */
export interface Accepted {
  number: number;
  turnId: string;
}

/** The broken promises of a run, in words; empty if every promise was kept. */
export interface AuditResult {
  problems: string[];
  figures: {
    accepted: number;
    completed: number;
    failed: number;
    /**
     * Side effects with an unknown outcome, because the worker died while the mail was sent. They wait for a person.
     */
    unknownOutcomes: number;
    /** Their worker died a moment after it had started and committed them: no span was stored that could be closed. */
    turnsWithoutTrace: number;
    /** Turns that more than one worker started. */
    takenOver: number;
    /** Spans of outbox jobs and requests whose process was killed. */
    tracesWithoutEnd: number;
  };
}

interface TurnRow {
  id: string;
  contact: string;
  seq: number;
  state: string;
  starts: number;
  error: string | null;
  replies: number;
  startedAt: Date | null;
  finishedAt: Date | null;
  rootWritten: boolean;
  /** True if every root span has an end, written by the worker or by the sweeper. */
  rootsEnded: boolean;
}

const MAX_NAMED = 5;
const SPANS_WRITTEN_WITHIN_MS = 10_000;
const SIGNAL_MS = 500;
/** The longest pause before spans are written again after a database outage. */
const SPANS_PAUSE_MS = 5_000;

export interface AuditedRun {
  /** The times at which workers were killed. The spans in their buffers are lost, and no others. */
  kills: readonly Date[];
  /** Periods in which nothing could be written, or a worker was stopped; they do not overlap. */
  outages: readonly Outage[];
  /** False if clocks were moved, because times written by different processes cannot be compared then. */
  clocksAgree: boolean;
  /** The requests that the model received, in order. */
  asked: readonly ModelRequest[];
}

/** In milliseconds since 1970. */
export interface Outage {
  from: number;
  to: number;
}

/**
 * Compares the accepted messages with the database and the mail server. Each turn runs once. Each side effect happens
 * at most once, and exactly once if its turn completed with a known outcome. Turns of a conversation run in order, one
 * at a time. Each turn's trace is closed, and no work is left.
 */
export async function audit(
  client: Client,
  accepted: readonly Accepted[],
  mails: readonly string[],
  run: AuditedRun,
): Promise<AuditResult> {
  const turns = await turnsOf(client);
  const unknown = await unknownOutcomes(client);
  const problems = [
    ...turnProblems(turns, accepted, run),
    ...traceProblems(turns, run),
    ...effectProblems(accepted, {
      done: { note: await notesOf(client), offer: countMarks(mails) },
      completed: new Set(turns.filter(({ state }) => state === 'completed').map(({ id }) => id)),
      unknown,
    }),
    ...problem('outbox jobs are left or failed', await unfinishedOutboxTasks(client)),
  ];
  return {
    problems,
    figures: {
      accepted: accepted.length,
      completed: turns.filter(({ state }) => state === 'completed').length,
      failed: turns.filter(({ state }) => state === 'failed').length,
      unknownOutcomes: unknown.size,
      turnsWithoutTrace: turns.filter(({ rootWritten }) => !rootWritten).length,
      takenOver: turns.filter(({ starts }) => starts > 1).length,
      tracesWithoutEnd: await tracesWithoutEnd(client),
    },
  };
}

/** A sentence that quotes the first of `found`; empty if `found` is empty. */
function problem(what: string, found: readonly unknown[]): string[] {
  return found.length > 0 ? [`${found.length} ${what}: ${JSON.stringify(found.slice(0, MAX_NAMED))}`] : [];
}

function turnProblems(turns: readonly TurnRow[], accepted: readonly Accepted[], run: AuditedRun): string[] {
  const ids = new Set(turns.map(({ id }) => id));
  const numberOf = new Map(accepted.map(({ turnId, number }) => [turnId, number]));
  const lost = accepted.filter(({ turnId }) => !ids.has(turnId));
  const unaccepted = turns.filter(({ id }) => !numberOf.has(id));
  const unended = turns.filter(({ state }) => state !== 'completed' && state !== 'failed');
  const failed = turns.filter(({ state }) => state === 'failed');
  const misreplied = turns.filter(({ state, replies }) => state === 'completed' && replies !== 1);
  return [
    ...problem('messages share a turn', repeated(accepted.map(({ turnId }) => turnId))),
    ...problem('accepted turns are lost', lost),
    ...problem(
      'turns were never answered with 202',
      unaccepted.map(({ id }) => id),
    ),
    ...problem(
      'turns have not ended',
      unended.map(({ id, state }) => [id, state]),
    ),
    ...problem(
      'turns failed',
      failed.map(({ id, error }) => [numberOf.get(id), error]),
    ),
    ...problem(
      'completed turns have not exactly one reply',
      misreplied.map(({ id, replies }) => [id, replies]),
    ),
    ...problem('turns overtook another of their conversation', overtaken(turns, numberOf, run)),
  ];
}

function traceProblems(turns: readonly TurnRow[], run: AuditedRun): string[] {
  const unended = turns.filter(({ rootsEnded }) => run.clocksAgree && !rootsEnded);
  const lost = turns.filter(({ rootWritten }) => !rootWritten);
  const unexplained = lost.filter((turn) => run.clocksAgree && !explained(turn, run));
  return [
    ...problem(
      'turns have a run without an end in their trace',
      unended.map(({ id }) => id),
    ),
    ...problem(
      'turns are in no trace, and no kill explains it',
      unexplained.map((turn) => [turn.id, ...momentsOf(turn, run)]),
    ),
    ...(lost.length > turns.length / 2
      ? [`${lost.length} of ${turns.length} turns are in no trace, more than kills explain`]
      : []),
  ];
}

interface Effects {
  /** How often the effect of each message number happened. */
  done: Record<MessageKind, ReadonlyMap<number, number>>;
  completed: ReadonlySet<string>;
  /** Turns with a side effect of unknown outcome. */
  unknown: ReadonlySet<string>;
}

function effectProblems(accepted: readonly Accepted[], { done, completed, unknown }: Effects): string[] {
  return accepted.flatMap(({ number, turnId }) => {
    const { kind } = messageOf(number);
    const times = done[kind].get(number) ?? 0;
    if (times > 1) return [`${kind} ${number} was done ${times} times`];
    if (times === 0 && completed.has(turnId) && !unknown.has(turnId))
      return [`${kind} ${number} was never done`];
    return [];
  });
}

/**
 * True if a kill explains that the turn's spans are missing. Spans are written every 250 ms, later on a fully loaded
 * machine; an outage of the database delays them until its end plus one pause.
 */
function explained({ finishedAt }: TurnRow, { kills, outages }: AuditedRun): boolean {
  const finished = finishedAt?.getTime() ?? 0;
  return kills.some((kill) => {
    const killed = kill.getTime();
    // The time is recorded before the signal is sent: a turn may have ended in between.
    if (killed + SIGNAL_MS < finished) return false;
    const waitedMs = killed - finished - hinderedMs(finished, killed, outages);
    return waitedMs <= SPANS_WRITTEN_WITHIN_MS;
  });
}

/** The part of that time in which outages, and the pause after each, delayed the writing of spans. */
function hinderedMs(from: number, to: number, outages: readonly Outage[]): number {
  let counted = from;
  let sum = 0;
  for (const outage of outages) {
    const begin = Math.max(outage.from, counted);
    const end = Math.min(outage.to + SPANS_PAUSE_MS, to);
    if (end <= begin) continue;
    sum += end - begin;
    counted = end;
  }
  return sum;
}

/** The time at which the turn ended, and the time at which the next worker was killed. */
function momentsOf({ finishedAt }: TurnRow, { kills }: AuditedRun): (Date | null)[] {
  return [finishedAt, kills.find((kill) => finishedAt !== null && kill >= finishedAt) ?? null];
}

/** Turns of the run that have not ended. */
export async function unfinished(client: Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM turns
      WHERE contact_id LIKE 'fault-%' AND state NOT IN ('completed', 'failed', 'cancelled')`,
  );
  return rows[0]?.count ?? 0;
}

/** Turns without a trace, and turns with a run whose trace has no end. */
export async function openTraces(client: Client): Promise<{ unwritten: number; unended: number }> {
  const turns = await turnsOf(client);
  return {
    unwritten: turns.filter(({ rootWritten }) => !rootWritten).length,
    unended: turns.filter(({ rootsEnded }) => !rootsEnded).length,
  };
}

/** Outbox jobs that wait or run. */
export async function waitingOutboxTasks(client: Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM outbox_tasks WHERE state IN ('pending', 'running')`,
  );
  return rows[0]?.count ?? 0;
}

async function turnsOf(client: Client): Promise<TurnRow[]> {
  const { rows } = await client.query<TurnRow>(
    `SELECT t.id, t.contact_id AS contact, t.seq, t.state, t.starts, t.error_class || ': ' || t.error_message AS error,
            t.started_at AS "startedAt", t.finished_at AS "finishedAt",
            (SELECT count(*)::int FROM messages m
              WHERE m.org_id = t.org_id AND m.turn_id = t.id AND m.role = 'assistant') AS replies,
            EXISTS (SELECT 1 FROM traces r WHERE r.trace_id = t.trace_id AND r.turn_id = t.id
                       AND r.kind = 'turn') AS "rootWritten",
            NOT EXISTS (SELECT 1 FROM traces r WHERE r.trace_id = t.trace_id AND r.turn_id = t.id
                           AND r.kind = 'turn' AND r.status = 'running') AS "rootsEnded"
       FROM turns t WHERE t.contact_id LIKE 'fault-%' ORDER BY t.contact_id, t.seq`,
  );
  return rows;
}

/**
 * Pairs of turns of a conversation of which the later one was accepted, called its model, or by the clock ran before
 * the earlier one had ended.
 */
function overtaken(
  turns: readonly TurnRow[],
  numberOf: ReadonlyMap<string, number>,
  { clocksAgree, asked }: AuditedRun,
): unknown[] {
  const began = firstPlaces(asked);
  // A turn requests its reply before it ends; a turn that was taken over meanwhile may request it once more later.
  const replied = firstPlaces(asked.map((each) => (each.isReply ? each : undefined)));
  return turns.flatMap((turn, index) => {
    const before = turns[index - 1];
    if (before?.contact !== turn.contact) return [];
    const number = numberOf.get(turn.id) ?? 0;
    const earlier = numberOf.get(before.id) ?? 0;
    const acceptedInOrder = earlier < number;
    const requestedInOrder = (replied.get(earlier) ?? -1) < (began.get(number) ?? Infinity);
    const ranInOrder =
      !clocksAgree ||
      (before.finishedAt !== null && turn.startedAt !== null && before.finishedAt <= turn.startedAt);
    const inOrder = acceptedInOrder && requestedInOrder && ranInOrder;
    return inOrder ? [] : [[before.id, turn.id, { acceptedInOrder, requestedInOrder, ranInOrder }]];
  });
}

/** The first index of each number. */
function firstPlaces(asked: readonly (ModelRequest | undefined)[]): Map<number, number> {
  const places = new Map<number, number>();
  for (const [place, each] of asked.entries())
    if (each && !places.has(each.number)) places.set(each.number, place);
  return places;
}

async function tracesWithoutEnd(client: Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM traces WHERE status = 'running'`,
  );
  return rows[0]?.count ?? 0;
}

async function unknownOutcomes(client: Client): Promise<Set<string>> {
  const { rows } = await client.query<{ turnId: string }>(
    `SELECT turn_id AS "turnId" FROM tool_effects WHERE state = 'unknown_outcome'`,
  );
  return new Set(rows.map(({ turnId }) => turnId));
}

async function notesOf(client: Client): Promise<Map<number, number>> {
  const { rows } = await client.query<{ summary: string }>(
    `SELECT summary FROM estio_activities WHERE summary LIKE 'fault mark %'`,
  );
  return countMarks(rows.map(({ summary }) => summary));
}

function countMarks(texts: readonly string[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const text of texts) {
    const number = Number(/fault mark (\d+) end/.exec(text)?.[1]);
    if (!text.includes(markOf(number))) throw new Error(`No mark of the run: ${text.slice(0, 500)}`);
    counts.set(number, (counts.get(number) ?? 0) + 1);
  }
  return counts;
}

async function unfinishedOutboxTasks(client: Client): Promise<unknown[]> {
  const { rows } = await client.query<{ job: string; state: string; error: string | null }>(
    `SELECT job, state, error FROM outbox_tasks WHERE state <> 'done'`,
  );
  return rows;
}

function repeated(values: readonly string[]): string[] {
  const seen = new Set<string>();
  return values.filter((value) => seen.size === seen.add(value).size);
}
