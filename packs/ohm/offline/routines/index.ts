import type { OfflineRoutine } from '#pack-kit';
import { tellPartFacts } from './about-parts.ts';
import { askedWhetherNeeded } from './needed-part.ts';
import { tellOthersOfKind } from './another-size.ts';
import { askedBoardPins } from './board-pins.ts';
import { changedBrief, newBrief } from './brief.ts';
import { newBudget } from './budget.ts';
import { readDatasheet, verifyCircuit } from './checking.ts';
import { newCode } from './code.ts';
import { tellLeftToBuy } from './left-to-buy.ts';
import { tellComparison } from './comparing.ts';
import { tellIfDriven } from './driving.ts';
import { changedParts, newParts } from './parts.ts';
import { tellBatteryLife } from './battery-life.ts';
import { askedIfPowered, tellOwnPower } from './powering.ts';
import { explainPart, tellPriceOfPart, tellSoldering } from './explain-part.ts';
import { tellIfRealistic } from './realistic.ts';
import { suggestIdeas, takeIdea } from './first-ideas.ts';
import { explainCode } from './explain-code.ts';
import { tellLedResistor } from './led-resistor.ts';
import { tellLineOfCode } from './line-of-code.ts';
import { shownByName } from './shown.ts';
import { shownInWords } from './shown-in-words.ts';
import { namedOldTool } from './old-tools.ts';
import { tellOwnProjects } from './own-projects.ts';
import { talksBack } from './small-talk.ts';
import {
  asksAboutTrouble,
  buysNothing,
  deletesNothing,
  saysWhatItDoes,
  whereItStands,
} from './what-cannot-be-done.ts';
import { explainTerm, tellUpload, tellWhyPin } from './why-that-pin.ts';
import { tellWhichPart } from './which-part.ts';
import { wireNamedPart } from './wiring-of-part.ts';
import { askedPin, newWiring } from './wiring.ts';
import { tellIfWiringChanged } from './wiring-changed.ts';

/** What the agents do with the offline model. */
export const routines: readonly OfflineRoutine[] = [
  namedOldTool,
  talksBack,
  asksAboutTrouble,
  buysNothing,
  deletesNothing,
  tellOwnProjects,
  whereItStands,
  tellLedResistor,
  tellBatteryLife,
  tellIfDriven,
  askedIfPowered,
  tellOwnPower,
  tellWhyPin,
  explainTerm,
  tellUpload,
  tellLineOfCode,
  explainCode,
  askedBoardPins,
  explainPart,
  tellPriceOfPart,
  tellSoldering,
  tellIfRealistic,
  suggestIdeas,
  takeIdea,
  tellComparison,
  tellWhichPart,
  tellOthersOfKind,
  newBrief,
  changedBrief,
  shownByName,
  askedWhetherNeeded,
  tellPartFacts,
  tellLeftToBuy,
  newParts,
  changedParts,
  tellIfWiringChanged,
  askedPin,
  wireNamedPart,
  shownInWords,
  newWiring,
  newCode,
  newBudget,
  verifyCircuit,
  readDatasheet,
  saysWhatItDoes,
];
