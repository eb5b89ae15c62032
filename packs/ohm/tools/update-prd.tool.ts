import { z } from 'zod';
import { briefText } from '../schema/artifacts/briefs.ts';
import { atLeastOne, updateTool } from './deprecated-update.ts';
import { sectionOf } from './given-items.ts';

const input = z.object({
  vision: z.string().trim().min(1).max(4_000).optional(),
  user_stories: sectionOf('Who wants what, and why.'),
  functional_requirements: sectionOf('What it must do.'),
  non_functional_requirements: sectionOf('How well it must do that.'),
  risks: sectionOf('What may go wrong.'),
});

export const updatePrd = updateTool({
  name: 'update_prd',
  description: 'Changes sections of the requirements.',
  input,
  examples: [
    'Add a requirement for night mode',
    'Update the requirements document',
    'Note the risk of condensation',
    'أضف متطلبا للوضع الليلي',
  ],
  write: (given) => {
    const sections = {
      Vision: given.vision,
      'User stories': given.user_stories,
      'Functional requirements': given.functional_requirements,
      'Non-functional requirements': given.non_functional_requirements,
      Risks: given.risks,
    };
    atLeastOne(given, input);
    return {
      kind: 'prd',
      strategy: 'merge',
      content: briefText(Object.entries(sections).map(([heading, text]) => [heading, text ?? []])),
    };
  },
});
