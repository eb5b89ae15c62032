import type { OfflineRoutine } from '#tools';
import { changedBrief, newBrief } from './brief.ts';
import { newBudget } from './budget.ts';
import { readDatasheet, verifyCircuit } from './checking.ts';
import { newCode } from './code.ts';
import { changedParts, newParts } from './parts.ts';
import { shownByName } from './shown.ts';
import { namedOldTool } from './old-tools.ts';
import { talksBack } from './small-talk.ts';
import { asksAboutTrouble, buysNothing, saysWhatItDoes, whereItStands } from './what-cannot-be-done.ts';
import { askedPin, newWiring } from './wiring.ts';

/** What the agents do with the offline model. */
export const routines: readonly OfflineRoutine[] = [
  namedOldTool,
  talksBack,
  asksAboutTrouble,
  buysNothing,
  whereItStands,
  newBrief,
  changedBrief,
  shownByName,
  newParts,
  changedParts,
  askedPin,
  newWiring,
  newCode,
  newBudget,
  verifyCircuit,
  readDatasheet,
  saysWhatItDoes,
];
