import type { ToolContext } from '#pack-kit';
import type { Scope } from '../scoping.ts';
import type { ApprovalGate } from './approval.ts';

/** One wish to have a tool run. */
export interface ToolInvocation {
  tool: string;
  arguments: Record<string, unknown>;
  /** What the model wrote where its arguments were no JSON. */
  malformed?: string;
  /** Place in the turn, such as `tool:1:0`; absent where the call comes from elsewhere. */
  stepKey?: string;
  /** What it tells of a person stands there among what is told in the turn (`Utterance.place`); absent as `stepKey`. */
  place?: number;
  /** The same key never has a side effect twice: turn and step, or `callerEffectKey`. */
  idempotencyKey: string;
  /** A replay: whoever ran it before is gone, and may have got as far as the side effect. */
  mayHaveRun: boolean;
  /** Limit over all attempts, where it is lower than the tool's own: what is left of a program's time. */
  timeLimitMs?: number;
}

/** On whose behalf it runs. The ports are those of {@link ToolContext}. */
export interface ToolCaller extends Omit<ToolContext, 'idempotencyKey' | 'signal' | 'read' | 'write'> {
  scope: Scope;
  /** Name of the channel; `channel` is the rules that it follows. */
  channelName: string;
  /** Without one no call waits for a person. */
  approvals?: ApprovalGate;
}
