/** The position of a model's tool call in its turn. */
export interface CallStep {
  /** Key in the journal, such as `tool:1:0`. */
  key: string;
  /** Position among the statements of the turn (`CallPlaces`). */
  place: number;
}

/** A tool call of this or an earlier turn, as the journal keeps it. */
export interface RecordedToolCall {
  callId: string;
  tool: string;
  arguments: Record<string, unknown>;
  modelText: string;
  success: boolean;
  durationMs: number;
  /** The tools that a successful tool search found. */
  found?: string[];
  /** The tools that a program called. */
  called?: string[];
  /** The call, or a call of its program, used sample rows. Calls before 2026-11-26 have it only in their text. */
  sample?: true;
}
