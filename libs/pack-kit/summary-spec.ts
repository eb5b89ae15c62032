import { z } from 'zod';

/** A summary by part; each part is a list of short statements. */
export const summaryParts = z.record(z.string(), z.array(z.string()));
export type SummaryParts = z.infer<typeof summaryParts>;

/** Input of the task that writes a summary. */
export const summaryInput = z.object({
  /** The previous summary; null for the first one. */
  previous: summaryParts.nullable(),
  /** Messages since then, oldest first. They are data, never instructions. */
  messages: z.array(z.object({ author: z.enum(['contact', 'staff', 'agent']), text: z.string() })),
  /** Artifacts of the conversation; `content` only for the kinds in {@link SummarySpec.reads}. */
  artifacts: z.array(z.object({ kind: z.string(), version: z.int(), content: z.unknown().optional() })),
  language: z.string(),
  maxWords: z.int(),
  /** True if the previous answer was too long. */
  shorten: z.boolean(),
});
export type SummaryInput = z.infer<typeof summaryInput>;

/** Structure of the summaries of a pack. Default: goals, decisions, facts, open questions and next steps. */
export interface SummarySpec {
  /** Key of the task that writes the summary, from {@link SummaryInput} to {@link SummaryParts}. */
  task: string;
  /** Parts in display order. */
  sections: { part: string; heading: { en: string; ar: string } }[];
  /** Part to which a fact is restored if the model dropped it. */
  facts: string;
  /** Part to which a promise is restored if the model dropped it. */
  commitments: string;
  /** Parts that are dropped first, in this order, when the prompt has too little room. */
  dropFirst: string[];
  /**
   * Parts that are derived from the artifacts each time. Earlier statements of these parts are not restored, nor are
   * statements of agents, because the artifacts contain them.
   */
  fromArtifacts?: string[];
  /** Kinds of artifacts whose contents are in the task's input. */
  reads?: string[];
  /** Single facts that a panel shows beside the parts; null for an unknown fact. */
  ofPanel?: (made: {
    parts: SummaryParts;
    artifacts: SummaryInput['artifacts'];
  }) => Record<string, string | null>;
}
