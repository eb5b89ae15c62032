import type { KnowledgeFactText } from '#contracts';
import type { RetrievedInsight, SummaryParts } from '#pack-kit';
import type { SharedKind, SharedLocation } from '../../shared-context/shared-context.entity.ts';

/** Material for the system prompt that step 1 loaded, besides the conversation itself. */
export interface ContextSources {
  summary: { version: number; content: string; parts: Record<string, unknown> | null } | null;
  /** Excludes the summary; the most recently changed come first. */
  artifacts: { kind: string; version: number }[];
  /** True if there are insights about the contact. */
  hasInsights: boolean;
  /** The org's facts that may be part of every prompt, in order, and the number of all its facts. */
  knowledge: { facts: (Omit<KnowledgeFactText, 'topic'> & { id: string; tokens: number })[]; count: number };
  shared: {
    kind: SharedKind;
    location: SharedLocation | null;
    state: string | null;
    analysis: string | null;
  }[];
}

export const noSources: ContextSources = {
  summary: null,
  artifacts: [],
  hasInsights: false,
  knowledge: { facts: [], count: 0 },
  shared: [],
};

/** The material of the blocks, including the insights that were found. */
export interface ContextMaterial extends Omit<ContextSources, 'hasInsights' | 'knowledge' | 'summary'> {
  summary: { version: number; content: string; parts: SummaryParts | null } | null;
  insights: RetrievedInsight[];
}
