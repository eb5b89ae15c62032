import { z } from 'zod';
import { sectionOf, updateBriefTool } from './deprecated-update.ts';

export const updateMvp = updateBriefTool({
  kind: 'mvp',
  description: 'Changes sections of the minimum product.',
  input: z.object({
    core_features: sectionOf('Features of the first version.'),
    out_of_scope: sectionOf('Features left for later.'),
    tech_stack: sectionOf('Technologies.'),
    success_metrics: sectionOf('Measures of success.'),
  }),
  examples: [
    'Trim the first version to three features',
    'Move the app out of scope',
    'Update the minimum feature set',
    'حدث ميزات النسخة الأولى',
  ],
});
