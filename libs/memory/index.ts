// Re-exported because packs may import #memory but not #models.
export { OfflineEmbedder } from '#models';
export { Insight } from './insight.entity.ts';
export { mayContainInsight } from './extraction/extract-by-rules.ts';
export { extractInsightsTask } from './extraction/extract-insights.task.ts';
export type { ExtractedInsights, ExtractionInput } from './extraction/extraction-schema.ts';
export { removeExpiredInsights } from './expiry.repository.ts';
export { ReEmbedding } from './re-embedding.service.ts';
export { hasInsightOf, listInsights, listInsightsAbout, type ListedInsight } from './insight.repository.ts';
export {
  factLine,
  factsInPrompt,
  MAX_LOADED_FACTS,
  MAY_BE_IN_PROMPT,
  MAX_TOKENS_OF_FACTS,
} from './knowledge/prompt-facts.ts';
export { KNOWLEDGE_ORDER } from './knowledge/knowledge.repository.ts';
export { KnowledgeService, type FoundPassage } from './knowledge/knowledge.service.ts';
export { seedKnowledge } from './knowledge/seeded-knowledge.ts';
export { InsightService } from './insight.service.ts';
export { MemoryModule } from './memory.module.ts';
export { unlessAllWeak } from './search/retrieval.ts';
export { readMoment, surroundingsIn, type DialogueMessage } from './search/dialogue.ts';
export { nearestOfOrg } from './search/insight-search.repository.ts';
export { seedInsights, type SeededInsight } from './seeded-insights.ts';
export { fitWords, renderSummary } from './summaries/fit-words.ts';
export { generalSummary, generalSummaryTask } from './summaries/general-summary.ts';
export { keepFacts } from './summaries/keep-facts.ts';
export { countWords } from './summaries/statement-facts.ts';
export { categoryByCues, importanceByCues, NOTING_PREFIXES } from './extraction/insight-cues.ts';
