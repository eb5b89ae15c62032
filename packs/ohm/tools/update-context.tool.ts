import { z } from 'zod';
import { sectionOf, updateBriefTool } from './deprecated-update.ts';

export const updateContext = updateBriefTool({
  kind: 'context',
  description: 'Changes sections of the project context.',
  input: z.object({
    overview: z.string().trim().min(1).max(4_000).optional(),
    background: z.string().trim().min(1).max(4_000).optional(),
    success_criteria: sectionOf('What tells that the project has succeeded.'),
    constraints: sectionOf('What limits it: budget, size, battery, place.'),
  }),
  examples: [
    'Revise the project background',
    'Change the constraints to battery only',
    'New success criteria for the brief',
    'عدل خلفية المشروع',
  ],
});
