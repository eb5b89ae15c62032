import { z } from 'zod';
import { currency } from '../schema/artifacts/readings.ts';
import { itemsOf, updateTool } from './deprecated-update.ts';

const input = z.object({
  components: itemsOf('All parts, as in write_file.', 200),
  project_name: z.string().trim().max(120).optional().describe('Name of the project.'),
  currency: currency.optional().describe('ISO 4217, such as USD.'),
  notes: z.string().max(2_000).optional().describe('Notes on the list.'),
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
