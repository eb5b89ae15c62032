/** Valid range and default of a number. */
export interface NumberRange {
  readonly min: number;
  readonly max: number;
  readonly default: number;
}

/** Numeric settings of the deployment that each org can override. `docs/settings.md` describes them. */
export const settingRanges = {
  TOOL_TIMEOUT_MS: { min: 100, max: 600_000, default: 25_000 },
  VOICE_MODEL_ROUNDS: { min: 1, max: 50, default: 3 },
  VOICE_TOOL_TIMEOUT_MS: { min: 100, max: 600_000, default: 25_000 },
  TOOL_CACHE_TTL_S: { min: 0, max: 86_400, default: 300 },
  TOOL_RAG_TOP_K: { min: 1, max: 100, default: 12 },
  TOOL_RAG_FALLBACK_K: { min: 1, max: 200, default: 20 },
  TOOL_BROKER_FULL_SET_MAX: { min: 1, max: 1_000, default: 30 },
  SUMMARY_TRIGGER_MESSAGES: { min: 0, max: 1_000, default: 5 },
  SUMMARY_MAX_WORDS: { min: 50, max: 2_000, default: 400 },
  CONTEXT_MAX_TOKENS: { min: 0, max: 10_000, default: 700 },
  CONTEXT_MAX_SHARE: { min: 0, max: 1, default: 0.12 },
  CONTEXT_TIMEOUT_MS: { min: 10, max: 5_000, default: 400 },
  TOOL_SEARCH_MIN_SCORE: { min: 0, max: 1, default: 0.3 },
  DEPRECATION_WINDOW_DAYS: { min: 1, max: 90, default: 7 },
  SPANS_KEPT_DAYS: { min: 1, max: 3_650, default: 30 },
  TOOL_CALLS_KEPT_DAYS: { min: 7, max: 3_650, default: 90 },
  // Longer than a turn can wait for an approval, because rollups need the decisions of its hour until it ends.
  BROKER_DECISIONS_KEPT_DAYS: { min: 31, max: 3_650, default: 90 },
  PROGRAM_WALL_MS: { min: 100, max: 60_000, default: 10_000 },
  PROGRAM_CPU_MS: { min: 5, max: 2_000, default: 250 },
  PROGRAM_TOOL_CALLS: { min: 1, max: 200, default: 20 },
  PROGRAM_PROMPT_TOKENS: { min: 0, max: 20_000, default: 820 },
} as const satisfies Record<string, NumberRange>;

/** Highest tier with which work starts on voice. */
export const voiceTiers = ['flash', 'standard', 'premium'] as const;

export const mailTransports = ['outbox', 'smtp', 'disabled'] as const;
