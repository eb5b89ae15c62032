import type { ToolResult } from '#contracts';
import type { OfflineMessage } from './offline-tool-hints.ts';

/** A tool call of the running turn. */
export interface RoutineCall {
  tool: string;
  arguments: Record<string, unknown>;
  /** Absent until the call has ended. */
  result?: ToolResult;
}

/** The running turn, as a routine sees it. */
export interface RoutineTurn {
  agent: string;
  message: OfflineMessage;
  /** Calls of this turn so far, in order. */
  calls: readonly RoutineCall[];
  /** Names of the tools that can be called now; empty in the last round. */
  offered: readonly string[];
  /** Versions of the conversation's artifacts at the start of the turn, by kind. */
  artifacts: Readonly<Record<string, number>>;
  /** Contents of the agent's prompt material (`AgentSpec.material`), by name. */
  material: Readonly<Record<string, unknown>>;
}

/** Calls to run in parallel, or the reply. */
export type RoutineStep =
  { calls: { tool: string; arguments: Record<string, unknown> }[] } | { reply: string };

/**
 * Rules for a task of several calls, such as read, compute and write, which a real model plans itself. The offline model
 * calls the routine in each round with the results so far, so that a turn resumed after a crash takes the same steps.
 * Returns undefined for a message that the routine does not handle; the tools' hints then apply.
 */
export type OfflineRoutine = (turn: RoutineTurn) => RoutineStep | undefined;
