import { z } from 'zod';
import { defineTask } from '#pack-kit';
import { agentList } from './agents.ts';

export const CHOOSE_AGENT = 'consult.choose_agent';

export const chooseAgent = defineTask({
  key: CHOOSE_AGENT,
  taskType: 'intent_classification',
  instructions: `Which agent of an AI consultant's assistant should answer the message? Answer with its name.\n${agentList}\nThe agent admin only where caller is admin. A message that only points back ("the same for …", "again") stays with the agent of the last turn, lastAgent.`,
  input: z.object({
    text: z.string(),
    language: z.string(),
    caller: z.string().optional(),
    lastAgent: z.string().optional(),
  }),
  output: z.object({ agent: z.string() }),
});
