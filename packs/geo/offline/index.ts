import { offlineFor } from '#offline-model';
import { geo } from '../index.ts';
import { homes } from './homes.ts';
import { lists } from './lists.ts';
import { places } from './places.ts';
import { sales } from './sales.ts';
import { search } from './search.ts';

/** The parts of the pack that only the offline model uses. */
export const geoOffline = offlineFor(geo, {
  tools: { ...search, ...lists, ...sales, ...homes },
  places,
  currency: ['aed', 'dhs', 'dirham', 'dirhams', 'درهم', 'دراهم'],
});
