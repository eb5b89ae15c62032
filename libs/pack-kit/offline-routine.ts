import type { ToolResult } from '#contracts';
import type { AttachedContent } from './attached-content.ts';
import type { OfflineMessage } from './offline-tool-hints.ts';

/** A call of the turn that runs. */
export interface RoutineCall {
  tool: string;
  arguments: Record<string, unknown>;
  /** Missing for a call that has none yet. */
  result?: ToolResult;
}

/** What a message is that asks for nothing. */
export type SmallTalk =
  | 'help'
  | 'languages'
  /** What the assistant itself is told to do, which it keeps to itself. */
  | 'own instructions'
  | 'greeting'
  | 'thanks'
  | 'farewell'
  | 'hesitation'
  | 'agreement';

/** The turn, as far as a routine may look at it. */
export interface RoutineTurn {
  agent: string;
  message: OfflineMessage;
  /** The message asks for nothing: a routine may answer in the pack's own words. */
  smallTalk?: SmallTalk | undefined;
  /** What is attached to the message. */
  attached: readonly AttachedContent[];
  /** Earlier messages of the person, oldest first. */
  said: readonly string[];
  /** What was replied to each of them. */
  replied: readonly string[];
  /** Calls of earlier turns, as far as the conversation shows them, oldest first. */
  earlier: readonly RoutineCall[];
  /** Those of the last turn that made any. */
  lastCalls: readonly RoutineCall[];
  /** The id of what the message picks out of the list that was told last: "the first one", "number 2". */
  picked?: string | undefined;
  /** Which of a list the message picks, by its place from 0; -1 is the last. */
  place?: number | undefined;
  /** What the message and what stands around it give the arguments of a tool, by the codes that the tool has. */
  filled: (tool: string) => Record<string, unknown>;
  /** Calls of this turn so far, in their order. */
  calls: readonly RoutineCall[];
  /** Names of the tools that may be called now; none in the last round. */
  offered: readonly string[];
  /** Artifacts of the conversation at the beginning of the turn, by kind with their versions. */
  artifacts: Readonly<Record<string, number>>;
  /** No tool fits the message: a routine that has none of its own to call may answer now. */
  nothingFits: boolean;
  /**
   * The tool of whose deed the message asks or supposes something, and which is therefore not called: a routine that can
   * look something up for it may do so now.
   */
  heldBack?: string | undefined;
  /** Somebody of the org writes, who may be told of settings; others are contacts. */
  byStaff: boolean;
  /** What the pack knows of the person (`PackSpec.recall`). */
  known: Readonly<Record<string, unknown>>;
  /** What the agent was told besides (`AgentSpec.material`), by name. */
  material: Readonly<Record<string, unknown>>;
}

export interface RoutineReply {
  reply: string;
  /** It says what became of {@link RoutineTurn.attached}; of any other reply it is told that nothing has read it. */
  readsAttached?: boolean;
}

/** Calls that are made side by side, or the reply. */
export type RoutineStep = { calls: { tool: string; arguments: Record<string, unknown> }[] } | RoutineReply;

/**
 * What a model does by itself with several calls, as rules for the offline model: read what there is, work something
 * out, write it. It is asked anew in each round and sees what became of the calls before, so that a turn that goes on
 * after a crash goes on with the same steps. Undefined leaves the message to the tools' own words and fills.
 */
export type OfflineRoutine = (turn: RoutineTurn) => RoutineStep | undefined;
