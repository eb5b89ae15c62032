import type { OfflineRoutine, RoutineCall, RoutineStep, RoutineTurn } from '#pack-kit';
import { say } from './requests.ts';

/** Maximum number of retries of a write after a version conflict. */
const MAX_REDONE = 2;
type ToolResult = NonNullable<RoutineCall['result']>;

export const SUMMARY = 'conversation_summary';

/** The content of an artifact that was read in this turn. */
export interface Read {
  version: number;
  content: unknown;
}

export interface Known {
  /** Artifacts by kind; undefined for one that does not exist or was not read. */
  read: Readonly<Record<string, Read | undefined>>;
  turn: RoutineTurn;
}

export interface Work {
  calls: { tool: string; arguments: Record<string, unknown> }[];
  /** The panel that shows the written artifact. */
  drawer?: string;
  /** The reply after all writes; the results are in the order of the calls. */
  reply: (results: readonly ToolResult[]) => string;
}

/** The work of an agent: read, calculate, write, show, report. */
export interface Flow {
  agents: readonly string[];
  /** True if the message asks for this work. */
  wanted: (turn: RoutineTurn) => boolean;
  /** Kinds that are read first; the summary only if the prompt does not have it. */
  reads: (turn: RoutineTurn) => readonly string[];
  /** The writes, or a reply if there is nothing to write. */
  work: (known: Known) => Work | string;
}

/** The routine of a flow, one round at a time, from the results of the calls before. */
export function flowRoutine({ agents, wanted, reads, work }: Flow): OfflineRoutine {
  return (turn) => {
    if (!agents.includes(turn.agent) || !wanted(turn)) return undefined;
    const kinds = reads(turn).filter((kind) => kind !== SUMMARY || !(SUMMARY in turn.artifacts));
    const conflicts = turn.calls.filter(({ result }) => result?.errorClass === 'CONFLICT').length;
    const times = 1 + Math.min(conflicts, MAX_REDONE);
    // After a conflict all artifacts are read again, because the concurrent write may be of any kind.
    const unread = kinds.filter(
      (kind) => readsOf(turn, kind).length < (kind === SUMMARY || conflicts > MAX_REDONE ? 1 : times),
    );
    if (unread.length > 0 && turn.offered.includes('read_file'))
      return { calls: unread.map((kind) => ({ tool: 'read_file', arguments: { artifact_type: kind } })) };
    const read = Object.fromEntries(kinds.map((kind) => [kind, lastRead(turn, kind)]));
    const next = work({ turn, read });
    if (typeof next === 'string') return { reply: next };
    return continued(turn, next, conflicts) ?? replyAfterWrites(turn, next);
  };
}

/** The pending writes, then the panel. */
function continued(turn: RoutineTurn, { calls, drawer }: Work, conflicts: number): RoutineStep | undefined {
  const open = calls.filter((call) => turn.offered.includes(call.tool) && !isSettled(turn, call));
  if (open.length > 0 && conflicts <= MAX_REDONE) return { calls: open };
  const panel = `open_${drawer}_drawer`;
  const isShown = turn.calls.some(({ tool }) => tool === panel);
  const isWritten = calls.some((call) => madeOf(turn, call).some(({ result }) => result?.success));
  if (!drawer || isShown || !isWritten || !turn.offered.includes(panel)) return undefined;
  return { calls: [{ tool: panel, arguments: {} }] };
}

/** True if the write succeeded, or failed with an error that a retry does not fix. */
function isSettled(turn: RoutineTurn, call: Work['calls'][number]): boolean {
  const last = madeOf(turn, call).at(-1)?.result;
  return last !== undefined && last.errorClass !== 'CONFLICT';
}

function replyAfterWrites(turn: RoutineTurn, { calls, reply }: Work): RoutineStep {
  const results = calls.flatMap((call) => madeOf(turn, call).at(-1)?.result ?? []);
  const failed = results.find(({ success }) => !success);
  if (!failed) return { reply: reply(results) };
  const arabic = 'تعذرت كتابة ذلك. حاول مرة أخرى من فضلك.';
  return { reply: say(turn, failed.error ?? 'It could not be written.', arabic) };
}

/** Calls of the turn that write the same artifact. */
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

/** The text of an artifact that was read; empty if it does not exist. */
export function textOf({ read }: Known, kind: string): string {
  const { content } = read[kind] ?? {};
  return typeof content === 'string' ? content : '';
}

/** A call of `write_file`; a replacement is based on the version that was read. */
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

/** Warnings that the checks of the artifact have added to the result of a write. */
export function warningLines(result: ToolResult | undefined): string[] {
  const { warnings } = (result?.data ?? {}) as { warnings?: unknown };
  const texts: unknown[] = Array.isArray(warnings) ? warnings : [];
  return texts.filter((one) => typeof one === 'string').map((one) => `- ${one}`);
}
