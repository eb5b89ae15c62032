import { z } from 'zod';
import { defineTask } from '#pack-kit';
import { skillList } from './agents.ts';

export const CHOOSE_AGENT = 'estio.choose_agent';

export const chooseAgent = defineTask({
  key: CHOOSE_AGENT,
  taskType: 'intent_classification',
  instructions: `Which skill of an estate agency's assistant should answer the message? Answer with its name.\n${skillList}\nA message that only points back ("the same for …", "again") stays with the skill of the last turn, lastAgent.`,
  input: z.object({ text: z.string(), language: z.string(), lastAgent: z.string().optional() }),
  output: z.object({ agent: z.string() }),
});
