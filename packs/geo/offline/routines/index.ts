import type { OfflineRoutine } from '#pack-kit';
import { figuresByYear } from './figures-by-year.ts';
import { sameForAnotherType } from './same-for-another-type.ts';
import { compareWithMunicipality } from './compare-with-municipality.ts';
import { differenceOfLastFigures } from './difference-of-last-figures.ts';
import { cheapestHomes } from './cheapest-homes.ts';
import { compareMunicipalitiesAndDistricts } from './compare-municipalities-and-districts.ts';
import { compareEarlier } from './compare-earlier.ts';
import { compareYears } from './compare-years.ts';
import { homesWanted } from './homes-wanted.ts';
import { homesWithoutLeftOut } from './homes-without-left-out.ts';
import { keepingLeftOut } from './keeping-left-out.ts';
import { lastYear } from './last-year.ts';
import { latestYearAlone } from './latest-year-alone.ts';
import { figuresWithoutLeftOut } from './figures-without-left-out.ts';
import { listedHomes } from './listed-homes.ts';
import { anotherMeasure } from './another-measure.ts';
import { noBookings } from './no-bookings.ts';
import { noForecasts } from './no-forecasts.ts';
import { noGrowthRanking, noPriceRanking, noProjectRanking, noStockRanking } from './no-price-ranking.ts';
import { noYields } from './no-yields.ts';
import { notInTheData } from './not-in-the-data.ts';
import { averageOfMunicipality } from './average-of-municipality.ts';
import { rankedPlace } from './ranked-place.ts';
import { rankingWithoutLeftOut } from './ranking-without-left-out.ts';
import { sameForAnotherPlace } from './same-for-another-place.ts';
import { stockOverYears } from './stock-over-years.ts';
import { supplyOfEach } from './supply-of-each.ts';
import { answeredBesideUnknown, comparedWithUnknown, tellingUnknown } from './unknown-beside.ts';
import { whatData } from './what-data.ts';
import { whyFiguresDiffer } from './why-figures-differ.ts';
import { withinBudget } from './within-budget.ts';

const own: readonly OfflineRoutine[] = [
  noYields,
  noForecasts,
  whatData,
  stockOverYears,
  latestYearAlone,
  whyFiguresDiffer,
  lastYear,
  noProjectRanking,
  noGrowthRanking,
  noBookings,
  homesWithoutLeftOut,
  rankingWithoutLeftOut,
  figuresWithoutLeftOut,
  keepingLeftOut(withinBudget),
  listedHomes,
  homesWanted,
  rankedPlace,
  keepingLeftOut(averageOfMunicipality),
  differenceOfLastFigures,
  keepingLeftOut(compareYears),
  keepingLeftOut(anotherMeasure),
  keepingLeftOut(sameForAnotherPlace),
  keepingLeftOut(figuresByYear),
  keepingLeftOut(compareWithMunicipality),
  keepingLeftOut(compareEarlier),
  noStockRanking,
  cheapestHomes,
  keepingLeftOut(sameForAnotherType),
  noPriceRanking,
  supplyOfEach,
  compareMunicipalitiesAndDistricts,
  notInTheData,
];

/** What the analyst does by itself with the offline model. */
export const routines: readonly OfflineRoutine[] = [
  ...own.map(tellingUnknown),
  comparedWithUnknown,
  answeredBesideUnknown,
];
