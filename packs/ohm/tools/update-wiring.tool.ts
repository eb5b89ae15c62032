import { z } from 'zod';
import { artifactsOf, ToolError, type ToolContext } from '#pack-kit';
import type { Bom } from '../schema/artifacts/bom.kind.ts';
import type { Wiring } from '../schema/artifacts/wiring.kind.ts';
import { itemOf, itemsOf, updateTool } from './deprecated-update.ts';

const input = z.object({
  connections: itemsOf('All connections, as in write_file.', 300),
  board: itemOf('Omitted: that of the current wiring, otherwise of the parts list.').optional(),
  power_rails: itemsOf('Rails, as in write_file.', 20).optional(),
  steps: itemsOf('Steps, as in write_file.', 100).optional(),
  diagram: itemOf('{format: "mermaid" or "text", source}').optional(),
});

export const updateWiring = updateTool({
  name: 'update_wiring',
  description: 'Writes the whole wiring anew.',
  input,
  examples: [
    'Redo the wiring',
    'Replace the connection table',
    'New wiring for the Pico',
    'أعد رسم التوصيلات كلها',
  ],
  write: async ({ connections, board, power_rails: powerRails, steps, diagram }, context) => ({
    kind: 'wiring',
    strategy: 'replace',
    content: {
      board: board ?? (await knownBoard(context)),
      connections,
      ...(powerRails && { powerRails }),
      ...(steps && { steps }),
      ...(diagram && { diagram }),
    },
  }),
});

/** The board of the current wiring, else the first one of the parts list. */
async function knownBoard(context: ToolContext): Promise<Wiring['board']> {
  const artifacts = artifactsOf(context);
  const wiring = await artifacts.read('wiring');
  if (wiring.exists) return (wiring.content as unknown as Wiring).board;
  const bom = await artifacts.read('bom');
  const board = bom.exists
    ? (bom.content as unknown as Bom).components.find(({ category }) => category === 'mcu')
    : undefined;
  if (board) return { componentId: board.id, name: board.name, logicVoltage: board.voltage?.logic ?? 3.3 };
  throw new ToolError('VALIDATION_FAILED', 'Neither the wiring nor the parts list has a board: give one.', {
    fields: [{ name: 'board', problem: 'expected {componentId, name, logicVoltage}' }],
  });
}
