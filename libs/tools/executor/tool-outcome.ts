import type { CallerKind, ToolResult } from '#contracts';
import type { ToolEvent, ToolError } from '#pack-kit';
import type { RegisteredTool } from '../registered-tool.ts';
import type { CachedAttempt } from '../cache/cached-calls.ts';
import type { Effect } from './effect-ledger.repository.ts';
import { effectStateAfter, UNKNOWN_OUTCOME, type EndedEffect } from './effect-outcome.ts';
import { cutToSize, MAX_RESULT_BYTES } from './result-size.ts';
import { toldFailure } from './told-failure.ts';
import { defect } from './tool-failure.ts';

/** Of the data of a success, which stands in a frame. */
const MAX_DATA_BYTES = MAX_RESULT_BYTES - Buffer.byteLength('{"success":true,"data":}');
/** One plain sentence is a fraction of it; a server or a service may answer with a page. */
const MAX_MESSAGE_CHARACTERS = 4_000;

/** What the data of a failure says where nobody knows whether it was done. */
const UNKNOWN = { outcome: 'unknown' };

export interface ToolOutcome {
  result: ToolResult;
  /** The result as model and program are told it; of a failure, without what is for staff alone. */
  told: ToolResult;
  /** The data of the result before it was cut to size, for who can take all of it. */
  whole?: unknown;
  /** Of the JSON that the tool has returned, before it was cut to size; 0 for a failure. */
  resultBytes: number;
  /** What a model is shown: what it is told, by the tool's short view where it has one. */
  modelText: string;
  /** What readers of the turn are told beside its end. */
  events: ToolEvent[];
  /** How often the tool was run; none where the result was there already. */
  attempts: number;
  cached: boolean;
  durationMs: number;
}

/** What the attempts came to, with the ledger row that they opened. */
export interface Effected extends CachedAttempt {
  begun?: Effect;
  /** Whoever asked has gone meanwhile, for this reason: it is thrown once the call is recorded. */
  gone?: { reason: unknown };
}

/** What caller and model are given; never an exception, whatever the tool has returned. */
export function toOutcome(
  registered: RegisteredTool | undefined,
  attempted: Effected,
  { durationMs, callerKind }: { durationMs: number; callerKind: CallerKind },
): ToolOutcome {
  const { attempts, cached = false } = attempted;
  try {
    if (!attempted.error) return { ...successOf(registered, attempted.data), attempts, cached, durationMs };
  } catch (error) {
    // A result that is no JSON, or a short form that cannot read it.
    attempted.error = defect(registered?.tool.name ?? 'The tool', error);
    attempted.data = undefined;
  }
  const failed = failureOf(attempted, attempted.error);
  const told = sizedFailure(toldFailure(failed, callerKind));
  return {
    result: sizedFailure(failed),
    told,
    whole: failed.data,
    resultBytes: 0,
    modelText: JSON.stringify(told),
    events: [],
    attempts,
    cached,
    durationMs,
  };
}

function failureOf(attempted: Effected, { message: said, errorClass, help }: ToolError): ToolResult {
  const message = said.length > MAX_MESSAGE_CHARACTERS ? `${said.slice(0, MAX_MESSAGE_CHARACTERS)}…` : said;
  const failed: ToolResult = { success: false, error: message, errorClass, data: help };
  const ended = endOf(attempted, failed);
  return ended && effectStateAfter(ended) === 'unknown_outcome'
    ? { ...failed, error: `${message} ${UNKNOWN_OUTCOME}`, data: { ...help, ...UNKNOWN } }
    : failed;
}

/** That nobody knows the outcome is said whatever else is cut. */
function sizedFailure(failed: ToolResult): ToolResult {
  const frame = Buffer.byteLength(JSON.stringify({ ...failed, data: UNKNOWN }));
  const { data, truncated } = cutToSize(failed.data, MAX_RESULT_BYTES - frame);
  if (!truncated) return failed;
  const isUnknown = (failed.data as { outcome?: unknown }).outcome === UNKNOWN.outcome;
  return { ...failed, data: isUnknown ? { ...(data as object), ...UNKNOWN } : data };
}

/** How a call that opened a row of the ledger has ended; undefined where it opened none. */
export function endOf(attempted: Effected, result: ToolResult): EndedEffect | undefined {
  const { begun, attempts, error, mayHaveHappened } = attempted;
  if (!begun) return undefined;
  const { success, errorClass } = result;
  return { success, errorClass, outcome: error?.outcome, attempts, mayHaveHappened };
}

function successOf(
  registered: RegisteredTool | undefined,
  whole: unknown,
): Pick<ToolOutcome, 'result' | 'told' | 'whole' | 'resultBytes' | 'modelText' | 'events'> {
  const { data, bytes: resultBytes } = cutToSize(whole, MAX_DATA_BYTES);
  const view = registered?.tool.modelView
    ? cutToSize(registered.tool.modelView(whole), MAX_DATA_BYTES).data
    : data;
  const events = registered?.tool.events?.(whole) ?? [];
  const modelText = JSON.stringify({ success: true, data: view });
  const result: ToolResult = { success: true, data };
  return { result, told: result, whole, resultBytes, modelText, events };
}
