import { z } from 'zod';
import { sectionOf, updateBriefTool } from './deprecated-update.ts';

export const updateMvp = updateBriefTool({
  kind: 'mvp',
  description: 'Changes sections of the minimum product.',
  input: z.object({
    core_features: sectionOf('What the first version can do.'),
    out_of_scope: sectionOf('What it leaves out.'),
    tech_stack: sectionOf('What it is built on.'),
    success_metrics: sectionOf('By what its success is measured.'),
  }),
  examples: [
    'Trim the first version to three features',
    'Move the app out of scope',
    'Update the minimum feature set',
    'حدث ميزات النسخة الأولى',
  ],
});
