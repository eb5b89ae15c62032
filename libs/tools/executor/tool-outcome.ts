import type { ToolResult } from '#contracts';
import type { RegisteredTool } from '../registry.ts';
import { ToolError } from '../tool.errors.ts';
import type { Attempted } from './attempts.ts';
import type { EffectKey } from './effect-ledger.repository.ts';
import { effectStateAfter, UNKNOWN_OUTCOME } from './effect-outcome.ts';
import { cutToSize } from './result-size.ts';

export interface ToolOutcome {
  result: ToolResult;
  /** What a model is shown: the tool's short view where it has one. */
  modelText: string;
  attempts: number;
  durationMs: number;
}

/** What the attempts came to, with the ledger row that they opened. */
export interface Effected extends Attempted<unknown> {
  begun?: { effect: EffectKey; takesIdempotencyKey: boolean };
}

/** What caller and model are given; never an exception, whatever the tool has returned. */
export function toOutcome(
  registered: RegisteredTool | undefined,
  attempted: Effected,
  durationMs: number,
): ToolOutcome {
  const { attempts, begun } = attempted;
  try {
    if (!attempted.error) return { ...successOf(registered, attempted.data), attempts, durationMs };
  } catch (error) {
    // A result that is no JSON, or a short form that cannot read it.
    attempted.error = new ToolError(
      'INTERNAL',
      `${registered?.tool.name} failed because of a defect on our side.`,
    );
    attempted.error.cause = error;
    attempted.data = undefined;
  }
  const { message, errorClass, help } = attempted.error;
  const result: ToolResult = { success: false, error: message, errorClass, data: help };
  if (begun && effectStateAfter(begun.takesIdempotencyKey, result) === 'unknown_outcome') {
    Object.assign(result, { error: `${message} ${UNKNOWN_OUTCOME}`, data: { ...help, outcome: 'unknown' } });
  }
  return { result, modelText: JSON.stringify(result), attempts, durationMs };
}

function successOf(
  registered: RegisteredTool | undefined,
  whole: unknown,
): { result: ToolResult; modelText: string } {
  const { data } = cutToSize(whole);
  const view = registered?.tool.modelView ? registered.tool.modelView(whole) : data;
  return { result: { success: true, data }, modelText: JSON.stringify({ success: true, data: view }) };
}

/** Names what was left out of the arguments in the result, where it is an object. */
export function withWarnings(data: unknown, dropped: string[]): { data: unknown } {
  if (dropped.length === 0 || typeof data !== 'object' || data === null || Array.isArray(data))
    return { data };
  const earlier = 'warnings' in data && Array.isArray(data.warnings) ? (data.warnings as unknown[]) : [];
  return {
    data: { ...data, warnings: [...earlier, `Unknown arguments were left out: ${dropped.join(', ')}`] },
  };
}
