import type { OfflineRoutine } from '#tools';
import { askingPrices } from './asking-prices.ts';
import { bestOfTheListed } from './best-of-the-listed.ts';
import { beyondTheList } from './beyond-the-list.ts';
import { bookedAlready } from './booked-already.ts';
import { calendarFirst } from './calendar-first.ts';
import { compareMarkets } from './compare-markets.ts';
import { fromRequirements } from './from-requirements.ts';
import { goesOnSearching } from './goes-on-searching.ts';
import { propertyFacts } from './property-facts.ts';
import { recommended } from './recommended.ts';
import { whatIsBooked } from './what-is-booked.ts';
import { whatHome } from './what-home.ts';
import {
  areasCovered,
  bookingsAreChangedByTheOffice,
  notKnown,
  notSearchedBy,
  ownersAndBanks,
  papersAreForTheRecord,
} from './what-the-office-does.ts';
import { whyThese } from './why-these.ts';
import { withAPool } from './with-a-pool.ts';

/** What the skills do by themselves with the offline model. */
export const routines: readonly OfflineRoutine[] = [
  bookingsAreChangedByTheOffice,
  whatIsBooked,
  whyThese,
  recommended,
  beyondTheList,
  bestOfTheListed,
  fromRequirements,
  goesOnSearching,
  propertyFacts,
  withAPool,
  compareMarkets,
  calendarFirst,
  bookedAlready,
  askingPrices,
  whatHome,
  ownersAndBanks,
  areasCovered,
  papersAreForTheRecord,
  notSearchedBy,
  notKnown,
];
