import type { ScopedTool } from '#tools';
import type { LearnedRanker } from '../learning/learned-ranker.ts';

/** Value of the flag `tool_broker`. `shadow` computes a narrowed set but offers the full set; `enforce` offers the narrowed set. */
export type BrokerMode = 'off' | 'shadow' | 'enforce';

/** A cue of a pack that matches the message, with its score boosts per tool (scores range from 0 to 1). */
export interface CueHit {
  cue: string;
  boosts: Readonly<Record<string, number>>;
}

/** The org's settings `TOOL_RAG_TOP_K`, `TOOL_RAG_FALLBACK_K` and `TOOL_BROKER_FULL_SET_MAX`. */
export interface BrokerLimits {
  topK: number;
  fallbackK: number;
  fullSetMax: number;
}

/** The set offered in the conversation's previous turn. */
export interface PreviousSet {
  tools: readonly string[];
  agent: string;
  scopeHash: string;
  rankerVersion: number | null;
}

export interface BrokerRequest {
  mode: BrokerMode;
  message: string;
  usable: readonly ScopedTool[];
  /** How the pack loads deferred tools: through `tool_search`, or all in the full set. */
  loading: 'search' | 'broker';
  /** The last distinct tools called in the conversation, latest first. */
  recentTools: readonly string[];
  /** Kind of the conversation's last changed artifact, which the user probably has open. */
  openArtifact?: string | undefined;
  intents: readonly string[];
  /** Value of the flag `tool_search`. If off, no tools are held back for the search. */
  toolSearch: boolean;
  agent: string;
  channel: string;
  cues: readonly CueHit[];
  limits: BrokerLimits;
  /** The org's learned ranker and its version; undefined if none exists or may be used. */
  learned?: { ranker: LearnedRanker; version: number };
  previous?: PreviousSet;
}

/** Outcome of a selection: the full set, a narrowed set, the previous turn's set (`steady`), or a larger set for lack of confidence. */
export type BrokerOutcome = 'full_set' | 'narrowed' | 'steady' | 'failed_open';

export interface ToolRank {
  /** From 1; null for a demanded tool or one ranked too low. */
  rank: number | null;
  /** To three decimals; null for a demanded tool. */
  score: number | null;
  /** True if the tool has a place reserved for tools with little use, ahead of higher scores. */
  newTool: boolean;
}

export interface BrokerSelection {
  mode: BrokerMode;
  outcome: BrokerOutcome;
  offered: ScopedTool[];
  /** Names of the tools chosen by the broker, offered or not; null if it computed no set. */
  brokered: string[] | null;
  /** Names of the best ranked tools, best first. */
  ranking: string[];
  /** Scores of the offered and the best ranked tools, to three decimals; empty if nothing was ranked. */
  scores: Record<string, number>;
  /** 0 to 1; null if no set was computed. */
  confidence: number | null;
  /** True if the message matches no tool in scope well enough; false if no set was computed. */
  nothingFits: boolean;
  rankerVersion: number | null;
  /** Hash of the tools in scope and their definitions. */
  scopeHash: string;
  selectionUs: number;
  /** Rank of each tool of `reasons`; empty if nothing was ranked. */
  ranks: Record<string, ToolRank>;
  /** Per tool in scope, the reason why it is or is not offered; limited to the best ranked if there are many tools. */
  reasons: Record<string, string>;
}
