export { contradicts } from './contradiction.ts';
export { Insight } from './insight.entity.ts';
export { hasInsightOf, type ListedInsight } from './insight.repository.ts';
export { InsightService } from './insight.service.ts';
export { EMBEDDING_MODEL, MemoryModule } from './memory.module.ts';
export { OFFLINE_EMBEDDING_MODEL, OfflineEmbedder } from './offline-embedder.ts';
export { seedInsights, type SeededInsight } from './seeded-insights.ts';
