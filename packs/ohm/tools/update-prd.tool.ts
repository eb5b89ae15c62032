import { z } from 'zod';
import { sectionOf, updateBriefTool } from './deprecated-update.ts';

export const updatePrd = updateBriefTool({
  kind: 'prd',
  description: 'Changes sections of the requirements.',
  input: z.object({
    vision: z.string().trim().min(1).max(4_000).optional().describe('What it is for.'),
    user_stories: sectionOf('Who wants what, and why.'),
    functional_requirements: sectionOf('What it must do.'),
    non_functional_requirements: sectionOf('How well it must do it.'),
    risks: sectionOf('What may go wrong.'),
  }),
  examples: [
    'Add a requirement for night mode',
    'Update the requirements document',
    'Note the risk of condensation',
    'أضف متطلبا للوضع الليلي',
  ],
});
