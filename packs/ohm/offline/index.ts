import { offlineFor } from '#offline-model';
import type { AgentChoiceInput, SummaryInput } from '#pack-kit';
import { CHOOSE_AGENT } from '../agents/choose-agent.ts';
import { ohm } from '../index.ts';
import { summarize } from '../prompts/summary.task.ts';
import { newBrief } from './brief.ts';
import { newBudget } from './budget.ts';
import { agentFor } from './choose-agent.ts';
import { verifyCircuit } from './circuit-check.ts';
import { newCode } from './code.ts';
import { toolHints } from './hints.ts';
import { mainsVoltage } from './mains-voltage.ts';
import { addPart, partsList } from './parts.ts';
import { summarizeProject } from './summary.ts';
import { newWiring } from './wiring.ts';

/** Hints, routines and rules of the offline model for this pack. */
export const ohmOffline = offlineFor(ohm, {
  tools: toolHints,
  routines: [mainsVoltage, newBrief, partsList, addPart, newWiring, newCode, newBudget, verifyCircuit],
  rules: {
    [CHOOSE_AGENT]: (message: AgentChoiceInput) => ({ ...agentFor(message), confidence: 1 }),
    [summarize.key]: (input: SummaryInput) => summarizeProject(input),
  },
});
