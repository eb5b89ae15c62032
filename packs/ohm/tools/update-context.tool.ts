import { z } from 'zod';
import { briefText } from '../schema/artifacts/briefs.ts';
import { atLeastOne, updateTool } from './deprecated-update.ts';
import { sectionOf } from './given-items.ts';

const input = z.object({
  overview: z.string().trim().min(1).max(4_000).optional(),
  background: z.string().trim().min(1).max(4_000).optional(),
  success_criteria: sectionOf('What tells that the project has succeeded.'),
  constraints: sectionOf('What limits it: budget, size, battery, place.'),
});

export const updateContext = updateTool({
  name: 'update_context',
  description: 'Changes sections of the project context.',
  input,
  examples: [
    'Revise the project background',
    'Change the constraints to battery only',
    'New success criteria for the brief',
    'عدل خلفية المشروع',
  ],
  write: (given) => {
    const sections = {
      Overview: given.overview,
      Background: given.background,
      'Success criteria': given.success_criteria,
      Constraints: given.constraints,
    };
    atLeastOne(given, input);
    return {
      kind: 'context',
      strategy: 'merge',
      content: briefText(Object.entries(sections).map(([heading, text]) => [heading, text ?? []])),
    };
  },
});
