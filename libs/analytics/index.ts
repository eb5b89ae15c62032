export { AnalyticsModule } from './analytics.module.ts';
export { AnalyticsReadModel } from './queries/analytics.read-model.ts';
export { Analytics } from './queries/analytics.service.ts';
export { measureView } from './queries/measures.ts';
export { AnalyticsReaders } from './readers/analytics-readers.service.ts';
export { RowRetention } from './retention/row-retention.service.ts';
export { Rollups } from './rollups/rollups.service.ts';
export { SavedQueries, type Keeper } from './saved/saved-queries.service.ts';
export type { SavedQueryRow } from './saved/saved-query.repository.ts';
