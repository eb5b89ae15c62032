import { z } from 'zod';
import { defineTask } from '#pack-kit';
import { material } from './material.ts';

export const audiences = ['CFO', 'CEO', 'CTO'] as const;
export const blockers = ['budget', 'timing', 'security'] as const;

export const memoInput = material.extend({
  audience: z.enum(audiences),
  blocker: z.enum(blockers),
  solution: z.string(),
  price: z.string().nullable(),
});
export const text = z.string().min(1).max(900);
export const memoOutput = z.object({
  subject: z.string().min(1).max(160),
  matter: text,
  costOfWaiting: text,
  proposal: text,
  answer: text,
  decision: text,
});

export const executiveMemoTask = defineTask({
  key: 'consult.executive_memo',
  taskType: 'draft_reply',
  instructions:
    'Write a memo of one page (at most 400 words in all) for the audience, in the language given, in five parts: the matter, the cost of waiting, the proposal, the answer to the blocker, the decision asked for. A CFO cares for return, savings and payback, a CEO for advantage and market position, a CTO for architecture, security and growth. Figures are only those given, each with its sourceName, and the price; where there are none, say what is missing.',
  input: memoInput,
  output: memoOutput,
});
