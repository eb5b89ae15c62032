import type { OfflineRoutine } from '#pack-kit';
import { askingPrices } from './asking-prices.ts';
import { bestOfTheListed } from './best-of-the-listed.ts';
import { beyondTheList } from './beyond-the-list.ts';
import { bookedAlready } from './booked-already.ts';
import { byTheRecords, goesOnByTheRecords } from './by-the-records.ts';
import { calendarFirst } from './calendar-first.ts';
import { cheapPlaces } from './cheap-places.ts';
import { compareListings } from './compare-listings.ts';
import { compareMarkets } from './compare-markets.ts';
import { deedAskedAbout } from './deed-asked-about.ts';
import { described } from './described.ts';
import { fromRequirements } from './from-requirements.ts';
import { goesOnSearching } from './goes-on-searching.ts';
import { loanAskedBack } from './loan-asked-back.ts';
import { moreOfTheList } from './more-of-the-list.ts';
import { nothingCheaper } from './nothing-cheaper.ts';
import { nothingToPickFrom } from './nothing-to-pick-from.ts';
import { officeQuestions } from './office-questions.ts';
import { asksWhichKind } from './kind-left-out.ts';
import { pickedWithAgent } from './picked-with-agent.ts';
import { leavesOutPlaces } from './places-left-out.ts';
import { propertyFacts } from './property-facts.ts';
import { questionsOfLaw } from './questions-of-law.ts';
import { recommended } from './recommended.ts';
import { takesBackWishes } from './wishes-taken-back.ts';
import { waysToReach } from './ways-to-reach.ts';
import { whatIsBooked } from './what-is-booked.ts';
import { whatHome } from './what-home.ts';
import {
  areasCovered,
  bookingsAreChangedByTheOffice,
  notKnown,
  notSearchedBy,
  ownersAndBanks,
  papersAndOffersAreTheOffices,
  papersAreForTheRecord,
  tellsWhatItDoes,
} from './what-the-office-does.ts';
import { whichHomeToSee } from './which-home-to-see.ts';
import { whoShowsIt } from './who-shows-it.ts';
import { whyThese } from './why-these.ts';

/** What the skills do by themselves with the offline model. */
export const routines: readonly OfflineRoutine[] = [
  tellsWhatItDoes,
  bookingsAreChangedByTheOffice,
  questionsOfLaw,
  papersAndOffersAreTheOffices,
  officeQuestions,
  waysToReach,
  loanAskedBack,
  whatIsBooked,
  whyThese,
  recommended,
  beyondTheList,
  cheapPlaces,
  compareListings,
  bestOfTheListed,
  deedAskedAbout,
  takesBackWishes,
  leavesOutPlaces,
  fromRequirements,
  asksWhichKind,
  moreOfTheList,
  goesOnByTheRecords,
  nothingCheaper,
  goesOnSearching,
  askingPrices,
  described,
  propertyFacts,
  byTheRecords,
  compareMarkets,
  whichHomeToSee,
  nothingToPickFrom,
  calendarFirst,
  pickedWithAgent,
  bookedAlready,
  whoShowsIt,
  whatHome,
  ownersAndBanks,
  areasCovered,
  papersAreForTheRecord,
  notSearchedBy,
  notKnown,
];
