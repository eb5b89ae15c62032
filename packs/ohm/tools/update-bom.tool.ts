import { z } from 'zod';
import { itemsOf, updateTool } from './deprecated-update.ts';

const input = z.object({
  components: itemsOf(
    'All parts: name and category, and what is known of quantity, unitPrice, voltage.',
    200,
  ),
  project_name: z.string().trim().max(120).optional(),
  currency: z.string().trim().length(3).optional().describe('ISO 4217, such as USD.'),
  notes: z.string().max(2_000).optional(),
});

export const updateBom = updateTool({
  name: 'update_bom',
  description: 'Writes the whole parts list anew.',
  input,
  examples: [
    'Overwrite the parts list',
    'Regenerate the bill of materials',
    'Swap the whole parts set',
    'أعد كتابة قائمة القطع كلها',
  ],
  write: ({ components, project_name: projectName, currency, notes }) => ({
    kind: 'bom',
    strategy: 'replace',
    content: {
      components,
      ...(projectName !== undefined && { projectName }),
      ...(currency !== undefined && { currency }),
      ...(notes !== undefined && { notes }),
    },
  }),
});
