export { Insight } from './insight.entity.ts';
export { hasInsightOf, listInsights, listInsightsAbout, type ListedInsight } from './insight.repository.ts';
export { InsightService } from './insight.service.ts';
export { MemoryModule } from './memory.module.ts';
export { OfflineEmbedder } from './offline-embedder.ts';
export { seedInsights, type SeededInsight } from './seeded-insights.ts';
