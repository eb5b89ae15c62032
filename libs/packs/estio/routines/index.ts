import type { OfflineRoutine } from '#tools';
import { propertyFacts } from './property-facts.ts';
import { notKnown, notSearchedBy, ownersAndBanks, papersAreForTheRecord } from './what-the-office-does.ts';

/** What the skills do by themselves with the offline model. */
export const routines: readonly OfflineRoutine[] = [
  propertyFacts,
  ownersAndBanks,
  papersAreForTheRecord,
  notSearchedBy,
  notKnown,
];
