/** The position of a model's tool call in its turn. */
export interface CallStep {
  /** Key in the journal, such as `tool:1:0`. */
  key: string;
  /** Position among the statements of the turn (`CallPlaces`). */
  place: number;
}

/** A tool call of this turn or an earlier one, as stored in the journal. */
export interface RecordedToolCall {
  callId: string;
  tool: string;
  arguments: Record<string, unknown>;
  modelText: string;
  success: boolean;
  durationMs: number;
  /** The tools that a successful tool search found. */
  found?: string[];
  called?: string[];
  /** Files of the pictures that the tool answered with. */
  pictures?: string[];
  /** Set if the call, or a call of its program, used sample rows. */
  sample?: true;
}
