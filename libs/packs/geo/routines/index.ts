import type { OfflineRoutine } from '#tools';
import { compareAcross } from './compare-across.ts';
import { noForecasts } from './no-forecasts.ts';
import { noPriceRanking } from './no-price-ranking.ts';

/** What the analyst does by itself with the offline model. */
export const routines: readonly OfflineRoutine[] = [noForecasts, noPriceRanking, compareAcross];
