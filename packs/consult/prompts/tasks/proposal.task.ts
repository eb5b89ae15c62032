import { z } from 'zod';
import { defineTask } from '#pack-kit';
import { material } from './material.ts';

export const proposalInput = material.extend({
  prices: z.object({ workshop: z.string(), consulting: z.string() }),
  consultant: z.string(),
});
export const lines = z.array(z.string().min(1).max(600)).min(1).max(12);
export const proposalOutput = z.object({
  situation: lines,
  goals: lines,
  scope: lines,
  approach: lines,
  timeline: lines,
  investment: lines,
  value: lines,
  nextStep: lines,
  openPoints: z.array(z.string().min(1).max(300)).max(15),
});

export const proposalTask = defineTask({
  key: 'consult.proposal',
  taskType: 'draft_reply',
  instructions:
    'Write a proposal draft from the conversation and in its language. Prices are those given and no others, figures those given with their sourceName. The approach stays an outline: outcomes, no instructions. Whatever was not discussed is an open point and not made up.',
  input: proposalInput,
  output: proposalOutput,
});
