import type { OfflinePack } from '#offline-model';
import { consultOffline } from './consult/offline/index.ts';
import { estioOffline } from './estio/offline/index.ts';
import { geoOffline } from './geo/offline/index.ts';
import { ohmOffline } from './ohm/offline/index.ts';

/** The parts of the installed packs that only the offline model needs. */
export const offlinePacks: readonly OfflinePack[] = [estioOffline, consultOffline, geoOffline, ohmOffline];
