import type { ToolContext } from '#pack-kit';
import type { Scope } from '../scoping.ts';
import type { ApprovalGate } from './approval.ts';

export interface ToolInvocation {
  tool: string;
  arguments: Record<string, unknown>;
  /** The text of the model if its arguments are not valid JSON. */
  malformed?: string;
  /** Place in the turn, such as `tool:1:0`; absent for a call from outside a turn. */
  stepKey?: string;
  /** Order of facts that the call stores, among those of the turn (`Utterance.place`); absent outside a turn. */
  place?: number;
  /** A side effect happens at most once per key: turn and step, or `callerEffectKey`. */
  idempotencyKey: string;
  /** True for a replay: an earlier run was interrupted and may have reached the side effect. */
  mayHaveRun: boolean;
  /** Time limit over all attempts, if lower than the tool's own: the remaining time of a program. */
  timeLimitMs?: number;
}

/** The caller on whose behalf the tool runs. The ports are those of {@link ToolContext}. */
export interface ToolCaller extends Omit<ToolContext, 'idempotencyKey' | 'signal' | 'read' | 'write'> {
  scope: Scope;
  /** Name of the channel; `channel` names the rules that it follows. */
  channelName: string;
  /** If absent, no call waits for an approval. */
  approvals?: ApprovalGate;
}
