import { z } from 'zod';
import { defineTask } from '#pack-kit';
import { agentList, promptOf } from './agents.ts';

export const CHOOSE_AGENT = 'ohm.choose_agent';

/** The orchestrator: picks one agent, with its confidence and the reason. */
export const chooseAgent = defineTask({
  key: CHOOSE_AGENT,
  taskType: 'intent_classification',
  instructions: `${promptOf('orchestrator')} Which of these agents of a hardware mentor should answer the message? An agent that the message names wins. A message that only points back ("the same for …", "again") stays with the agent of the last turn, lastAgent. A data sheet among the attachments is for datasheetAnalyzer, a photo of a circuit for circuitVerifier.\n${agentList}`,
  input: z.object({
    text: z.string(),
    language: z.string(),
    caller: z.string().optional(),
    lastAgent: z.string().optional(),
    attachments: z
      .array(z.object({ name: z.string(), mediaType: z.string().nullable(), excerpt: z.string().optional() }))
      .optional(),
  }),
  output: z.object({
    agent: z.string(),
    confidence: z.number().min(0).max(1).optional(),
    reason: z.string().max(300).optional(),
  }),
});
