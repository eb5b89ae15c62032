import { z } from 'zod';

/** What a summary says, part by part; each part is a list of short statements. */
export const summaryParts = z.record(z.string(), z.array(z.string()));
export type SummaryParts = z.infer<typeof summaryParts>;

/** What the task that makes a summary is given. */
export const summaryInput = z.object({
  /** What the summary said before; null for the first one. */
  previous: summaryParts.nullable(),
  /** What was said since, oldest first. It is what people and agents said, never an instruction. */
  messages: z.array(z.object({ author: z.enum(['contact', 'staff', 'agent']), text: z.string() })),
  /** The artifacts of the conversation; `content` of those kinds that the pack's summary reads. */
  artifacts: z.array(z.object({ kind: z.string(), version: z.int(), content: z.unknown().optional() })),
  language: z.string(),
  maxWords: z.int(),
  /** The answer before was too long. */
  shorten: z.boolean(),
});
export type SummaryInput = z.infer<typeof summaryInput>;

/** How the conversations of a pack are summed up; without one they are by goals, decisions, facts, questions and steps. */
export interface SummarySpec {
  /** Key of the task that makes it: takes {@link SummaryInput}, answers {@link SummaryParts}. */
  task: string;
  /** Its parts in the order in which they are shown. */
  sections: { part: string; heading: { en: string; ar: string } }[];
  /** The parts that a fact, and a promise, that the model has dropped are put back to. */
  facts: string;
  commitments: string;
  /** Parts that an agent's prompt does without first, where there is little room. */
  dropFirst: string[];
  /**
   * Parts that are made from artifacts each time: what they said before is not put back, and neither is what agents said,
   * which stands in the artifacts.
   */
  fromArtifacts?: string[];
  /** Kinds of artifacts whose contents the task is given. */
  reads?: string[];
  /** Single facts that a panel shows beside the parts; null for what is not known. */
  ofPanel?: (made: {
    parts: SummaryParts;
    artifacts: SummaryInput['artifacts'];
  }) => Record<string, string | null>;
}
