import type { OfflinePack } from '#offline-model';
import { geoOffline } from './geo/offline/index.ts';

/** What the offline model knows of the packs that are installed. */
export const offlinePacks: readonly OfflinePack[] = [geoOffline];
