import { z } from 'zod';
import { defineTask } from '#pack-kit';
import { leadFacts } from '../schema/lead-score.ts';

export const SCORE_LEAD = 'estio.score_lead';
export const leadScoreOutput = z.object({ score: z.int().min(0).max(100) });

export const scoreLead = defineTask({
  key: SCORE_LEAD,
  taskType: 'lead_scoring',
  instructions:
    'Score how close this lead of an estate agency is to a deal, from 0 to 100. Give about 20 points for each fact that is known: area, price, bedrooms, a way to reach the person, and a timeline or motivation. Move the result by at most 10 points for the status. Answer with the score only.',
  input: leadFacts,
  output: leadScoreOutput,
});
