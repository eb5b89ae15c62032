import type { OfflineRoutine, RoutineCall, RoutineStep, RoutineTurn } from '#pack-kit';

import { say } from './wishes.ts';

/** Times that a change is made again on what somebody else has written meanwhile. */
const MAX_REDONE = 2;
type ToolResult = NonNullable<RoutineCall['result']>;

export const SUMMARY = 'conversation_summary';

/** What was read of an artifact in this turn. */
export interface Read {
  version: number;
  content: unknown;
}

export interface Known {
  /** By kind; undefined for what there is not, or was not read. */
  read: Readonly<Record<string, Read | undefined>>;
  turn: RoutineTurn;
}

export interface Work {
  calls: { tool: string; arguments: Record<string, unknown> }[];
  /** The panel that shows what was written. */
  drawer?: string;
  /** Told once all is written; the results stand in the order of the calls. */
  reply: (results: readonly ToolResult[]) => string;
}

/** A flow of an agent: read, work something out, write it, show it, tell it. */
export interface Flow {
  agents: readonly string[];
  /** Whether the message asks for this work. */
  wanted: (turn: RoutineTurn) => boolean;
  /** Kinds that are read before; the summary only where it was not told. */
  reads: (turn: RoutineTurn) => readonly string[];
  /** What is to be done, or what is said instead. */
  work: (known: Known) => Work | string;
}

/** The routine that carries a flow, one round at a time, from what the calls before have come to. */
export function flowRoutine({ agents, wanted, reads, work }: Flow): OfflineRoutine {
  return (turn) => {
    if (!agents.includes(turn.agent) || !wanted(turn)) return undefined;
    const kinds = reads(turn).filter((kind) => kind !== SUMMARY || !(SUMMARY in turn.artifacts));
    const conflicts = turn.calls.filter(({ result }) => result?.errorClass === 'CONFLICT').length;
    const readAgain = conflicts <= MAX_REDONE ? conflicts : 0;
    const unread = kinds.filter((kind) => readsOf(turn, kind).length === 0);
    // After a conflict all is read again: what was written meanwhile may be of any kind.
    const stale = kinds.filter((kind) => readsOf(turn, kind).length <= readAgain && kind !== SUMMARY);
    const missing = unread.length > 0 ? unread : conflicts > 0 ? stale : [];
    const mayCall = (tool: string) => turn.offered.includes(tool);
    if (missing.length > 0 && mayCall('read_file'))
      return { calls: missing.map((kind) => ({ tool: 'read_file', arguments: { artifact_type: kind } })) };
    const known = { turn, read: Object.fromEntries(kinds.map((kind) => [kind, lastRead(turn, kind)])) };
    const next = work(known);
    if (typeof next === 'string') return { reply: next };
    return continued(turn, next, conflicts) ?? told(turn, next);
  };
}

/** The writes that are not made yet, then the panel. */
function continued(turn: RoutineTurn, { calls, drawer }: Work, conflicts: number): RoutineStep | undefined {
  const open = calls.filter((call) => turn.offered.includes(call.tool) && !isSettled(turn, call));
  if (open.length > 0 && conflicts <= MAX_REDONE) return { calls: open };
  const panel = `open_${drawer}_drawer`;
  const isShown = turn.calls.some(({ tool }) => tool === panel);
  const isWritten = calls.some((call) => madeOf(turn, call).some(({ result }) => result?.success));
  if (!drawer || isShown || !isWritten || !turn.offered.includes(panel)) return undefined;
  return { calls: [{ tool: panel, arguments: {} }] };
}

/** It has succeeded, or failed with what trying again does not mend. */
function isSettled(turn: RoutineTurn, call: Work['calls'][number]): boolean {
  const last = madeOf(turn, call).at(-1)?.result;
  return last !== undefined && last.errorClass !== 'CONFLICT';
}

function told(turn: RoutineTurn, { calls, reply }: Work): RoutineStep {
  const results = calls.flatMap((call) => madeOf(turn, call).at(-1)?.result ?? []);
  const failed = results.find(({ success }) => !success);
  if (failed)
    return {
      reply: say(turn, failed.error ?? 'It could not be written.', 'تعذرت كتابة ذلك. حاول مرة أخرى من فضلك.'),
    };
  return { reply: reply(results) };
}

/** Calls of the turn that write the same thing. */
function madeOf(turn: RoutineTurn, { tool, arguments: given }: Work['calls'][number]): RoutineCall[] {
  const place = placeOf(given);
  return turn.calls.filter((made) => made.tool === tool && placeOf(made.arguments) === place);
}

function placeOf({ artifact_type, file_path, filename }: Record<string, unknown>): string {
  return JSON.stringify([artifact_type, file_path ?? filename]);
}

function readsOf(turn: RoutineTurn, kind: string): RoutineCall[] {
  return turn.calls.filter(
    ({ tool, arguments: given }) => tool === 'read_file' && given.artifact_type === kind,
  );
}

function lastRead(turn: RoutineTurn, kind: string): Read | undefined {
  const data = readsOf(turn, kind).at(-1)?.result?.data as
    { exists?: boolean; version?: number; content?: unknown } | undefined;
  return data?.exists === true && data.version !== undefined
    ? { version: data.version, content: data.content }
    : undefined;
}

/** A call of `write_file`; what replaces rests on the version that was read. */
export function writing(
  kind: string,
  content: unknown,
  options: { strategy?: 'replace' | 'merge'; base?: number | undefined; path?: string } = {},
): Work['calls'][number] {
  const { strategy, base, path } = options;
  return {
    tool: 'write_file',
    arguments: {
      artifact_type: kind,
      content,
      ...(strategy && { merge_strategy: strategy }),
      ...(path !== undefined && { file_path: path }),
      ...(base !== undefined && { base_version: base }),
    },
  };
}
