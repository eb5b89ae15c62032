import { z } from 'zod';
import { briefText } from '../schema/artifacts/briefs.ts';
import { atLeastOne, updateTool } from './deprecated-update.ts';
import { sectionOf } from './given-items.ts';

const input = z.object({
  core_features: sectionOf('What the first version can do.'),
  out_of_scope: sectionOf('What it leaves out.'),
  tech_stack: sectionOf('What it is built on.'),
  success_metrics: sectionOf('By what its success is measured.'),
});

export const updateMvp = updateTool({
  name: 'update_mvp',
  description: 'Changes sections of the minimum product.',
  input,
  examples: [
    'Trim the first version to three features',
    'Move the app out of scope',
    'Update the minimum feature set',
    'حدث ميزات النسخة الأولى',
  ],
  write: (given) => {
    const sections = {
      'Core features': given.core_features,
      'Out of scope': given.out_of_scope,
      'Tech stack': given.tech_stack,
      'Success metrics': given.success_metrics,
    };
    atLeastOne(given, input);
    return {
      kind: 'mvp',
      strategy: 'merge',
      content: briefText(Object.entries(sections).map(([heading, text]) => [heading, text ?? []])),
    };
  },
});
