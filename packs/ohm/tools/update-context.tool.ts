import { z } from 'zod';
import { sectionOf, updateBriefTool } from './deprecated-update.ts';

export const updateContext = updateBriefTool({
  kind: 'context',
  description: 'Changes sections of the project context.',
  input: z.object({
    overview: z.string().trim().min(1).max(4_000).optional().describe('Goal of the project.'),
    background: z.string().trim().min(1).max(4_000).optional().describe('Why it is built.'),
    success_criteria: sectionOf('Signs of success.'),
    constraints: sectionOf('Limits, such as budget or size.'),
  }),
  examples: [
    'Revise the project background',
    'Change the constraints to battery only',
    'New success criteria for the brief',
    'عدل خلفية المشروع',
  ],
});
