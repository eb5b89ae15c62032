import type { OfflinePack } from '#offline-model';

/** What the offline model knows of the packs that are installed. */
export const offlinePacks: readonly OfflinePack[] = [];
