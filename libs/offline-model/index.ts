export type { OfflineHints, OfflineTool } from './hints.ts';
export { OfflineModel } from './offline.model.ts';
export { noHints } from './hints.ts';
export { offlineFor, type OfflinePack, type OfflinePackSpec } from './offline-pack.ts';
export { offlineHintsOf, offlineStandIn } from './stand-in.ts';
