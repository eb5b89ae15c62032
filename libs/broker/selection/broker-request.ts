import type { ScopedTool } from '#tools';
import type { LearnedRanker } from '../learning/learned-ranker.ts';

/** By the flag `tool_broker`: nothing narrowed, narrowed beside what is offered, or narrowed. */
export type BrokerMode = 'off' | 'shadow' | 'enforce';

/** What a pack says for tools by words of the message, on scores from 0 to 1. */
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

/** What the conversation's turn before was given. */
export interface PreviousSet {
  tools: readonly string[];
  agent: string;
  scopeHash: string;
  rankerVersion: number | null;
}

export interface BrokerRequest {
  mode: BrokerMode;
  message: string;
  /** The tools in scope. */
  usable: readonly ScopedTool[];
  /** How the pack's deferred tools come into the full set. */
  loading: 'search' | 'broker';
  /** The last distinct tools of the conversation, the latest first. */
  recentTools: readonly string[];
  /** Kind of the conversation's artifact that was changed last: what a person has before them. */
  openArtifact?: string | undefined;
  intents: readonly string[];
  /** The flag `tool_search`: without it nothing is held back that only a search would find. */
  toolSearch: boolean;
  agent: string;
  channel: string;
  cues: readonly CueHit[];
  limits: BrokerLimits;
  /** What the org's past messages taught, with its version; undefined where nothing is learned, or may be used. */
  learned?: { ranker: LearnedRanker; version: number };
  previous?: PreviousSet;
}

/** What came of a selection: the full set was offered, fewer were, the set of the turn before, or more for want of confidence. */
export type BrokerOutcome = 'full_set' | 'narrowed' | 'steady' | 'failed_open';

/** A tool's place in the broker's own choice. */
export interface ToolRank {
  /** From 1; null for a tool that is there in any case, or too far behind to have one. */
  rank: number | null;
  /** To three places; null for a tool that is there in any case. */
  score: number | null;
  /** It has one of the places that are kept for tools with little use, before others of a higher score. */
  newTool: boolean;
}

export interface BrokerSelection {
  mode: BrokerMode;
  outcome: BrokerOutcome;
  offered: ScopedTool[];
  /** Names of the tools that the broker chose, offered or not; null where it computed no set, and measures nothing. */
  brokered: string[] | null;
  /** Names of the best ranked, best first. */
  ranking: string[];
  /** Of those that are offered and of the best ranked, to three places; empty where nothing was ranked. */
  scores: Record<string, number>;
  /** 0 to 1; null where no set was computed. */
  confidence: number | null;
  /** The message shares too little with any tool in scope; false where no set was computed. */
  nothingFits: boolean;
  rankerVersion: number | null;
  /** Of the tools in scope and what they say. */
  scopeHash: string;
  selectionUs: number;
  /** The place of each tool that `reasons` speaks of in the broker's own choice; empty where nothing was ranked. */
  ranks: Record<string, ToolRank>;
  /** Per tool in scope, why it is or is not offered; of thousands only those in front. */
  reasons: Record<string, string>;
}
