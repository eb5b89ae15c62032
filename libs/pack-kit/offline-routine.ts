import type { ToolResult } from '#contracts';
import type { OfflineMessage } from './offline-tool-hints.ts';

/** A call of the turn that runs. */
export interface RoutineCall {
  tool: string;
  arguments: Record<string, unknown>;
  /** Missing for a call that has none yet. */
  result?: ToolResult;
}

/** The turn, as far as a routine may look at it. */
export interface RoutineTurn {
  agent: string;
  message: OfflineMessage;
  /** Calls of this turn so far, in their order. */
  calls: readonly RoutineCall[];
  /** Names of the tools that may be called now; none in the last round. */
  offered: readonly string[];
  /** Artifacts of the conversation at the beginning of the turn, by kind with their versions. */
  artifacts: Readonly<Record<string, number>>;
  /** Further text that the agent was given (`AgentSpec.material`), by name. */
  material: Readonly<Record<string, unknown>>;
}

/** Calls that are made side by side, or the reply. */
export type RoutineStep =
  { calls: { tool: string; arguments: Record<string, unknown> }[] } | { reply: string };

/**
 * What a model does by itself with several calls, as rules for the offline model: read what there is, work something
 * out, write it. It is asked anew in each round and sees what became of the calls before, so that a turn that goes on
 * after a crash goes on with the same steps. Undefined leaves the message to the tools' own words and fills.
 */
export type OfflineRoutine = (turn: RoutineTurn) => RoutineStep | undefined;
