import type { OfflineRoutine } from '#tools';
import { acrossYears } from './across-years.ts';
import { anotherKind } from './another-kind.ts';
import { besideWhole } from './beside-whole.ts';
import { changeTold } from './change-told.ts';
import { cheapestHomes } from './cheapest-homes.ts';
import { compareAcross } from './compare-across.ts';
import { compareEarlier } from './compare-earlier.ts';
import { compareYears } from './compare-years.ts';
import { homesWanted } from './homes-wanted.ts';
import { homesApart } from './homes-apart.ts';
import { lastYear } from './last-year.ts';
import { latestYearAlone } from './latest-year-alone.ts';
import { leavingOut } from './leaving-out.ts';
import { listedHomes } from './listed-homes.ts';
import { measureAnew } from './measure-anew.ts';
import { noBookings } from './no-bookings.ts';
import { noForecasts } from './no-forecasts.ts';
import { noGrowthRanking, noPriceRanking, noProjectRanking, noStockRanking } from './no-price-ranking.ts';
import { noYields } from './no-yields.ts';
import { notInTheData } from './not-in-the-data.ts';
import { ofTheMunicipality } from './of-the-municipality.ts';
import { rankedPlace } from './ranked-place.ts';
import { rankedWithout } from './ranked-without.ts';
import { sameAnew } from './same-anew.ts';
import { stockOverYears } from './stock-over-years.ts';
import { supplyOfEach } from './supply-of-each.ts';
import { answeredBesideUnknown, comparedWithUnknown, tellingUnknown } from './unknown-beside.ts';
import { whatData } from './what-data.ts';
import { why } from './why.ts';
import { withinBudget } from './within-budget.ts';

const own: readonly OfflineRoutine[] = [
  noYields,
  noForecasts,
  whatData,
  stockOverYears,
  latestYearAlone,
  why,
  lastYear,
  noProjectRanking,
  noGrowthRanking,
  noBookings,
  homesApart,
  rankedWithout,
  leavingOut,
  withinBudget,
  listedHomes,
  homesWanted,
  rankedPlace,
  ofTheMunicipality,
  changeTold,
  compareYears,
  measureAnew,
  sameAnew,
  acrossYears,
  besideWhole,
  compareEarlier,
  noStockRanking,
  cheapestHomes,
  anotherKind,
  noPriceRanking,
  supplyOfEach,
  compareAcross,
  notInTheData,
];

/** What the analyst does by itself with the offline model. */
export const routines: readonly OfflineRoutine[] = [
  ...own.map(tellingUnknown),
  comparedWithUnknown,
  answeredBesideUnknown,
];
