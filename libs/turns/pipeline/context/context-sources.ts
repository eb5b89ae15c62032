import type { RetrievedInsight, SummaryParts } from '#tools';
import type { SharedKind, SharedLocation } from '../../shared-context/shared-context.entity.ts';

/** What the load found that may be told to the model beside the conversation itself. */
export interface ContextSources {
  summary: { version: number; content: string; parts: Record<string, unknown> | null } | null;
  /** Beside the summary, the one changed last first. */
  artifacts: { kind: string; version: number }[];
  /** Whether anything is remembered of the contact. */
  hasInsights: boolean;
  shared: {
    kind: SharedKind;
    location: SharedLocation | null;
    state: string | null;
    analysis: string | null;
  }[];
}

export const noSources: ContextSources = { summary: null, artifacts: [], hasInsights: false, shared: [] };

/** Everything that a block can be made of, with what was looked up. */
export interface ContextMaterial extends Omit<ContextSources, 'hasInsights' | 'summary'> {
  summary: { version: number; content: string; parts: SummaryParts | null } | null;
  insights: RetrievedInsight[];
}
