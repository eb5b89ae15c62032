import { z } from 'zod';
import { defineTool, preconditionFailed, type Tool } from '#pack-kit';
import { kindsIn, openedByTools, type OpenedByTool } from '../schema/drawers.ts';

const result = z.object({
  drawer: z.enum(openedByTools),
  artifact_types: z.array(z.string()),
  exists: z.boolean(),
  versions: z.record(z.string(), z.int()),
  opened: z.boolean(),
});
export type OpenedDrawer = z.infer<typeof result>;

interface DrawerTool {
  drawer: OpenedByTool;
  description: string;
  whenToUse: string;
  examples: string[];
}

/** A tool that asks the client to show a panel; at most one opens per reply. It changes nothing. */
export function drawerTool({ drawer, description, whenToUse, examples }: DrawerTool): Tool {
  const kinds = kindsIn(drawer);
  return defineTool({
    name: `open_${drawer}_drawer`,
    description,
    category: 'interface',
    capability: 'drawer',
    input: z.object({}),
    result,
    whenToUse: [whenToUse],
    examples,
    tier: 'always',
    role: 'any',
    sideEffect: 'none',
    needsConversation: true,
    // It reads versions, and a write of the same reply may be about to change them.
    lane: 'artifacts',
    intents: ['hardware'],
    events: ({ drawer: name, artifact_types: artifactTypes, opened }: OpenedDrawer) =>
      opened ? [{ type: 'drawer.opened', payload: { drawer: name, artifactTypes } }] : [],
    async execute(_input, context): Promise<OpenedDrawer> {
      if (!context.artifacts)
        throw preconditionFailed('A drawer belongs to a project, and this call has none.', 'conversation');
      const all = await context.artifacts.versions();
      const versions = Object.fromEntries(Object.entries(all).filter(([kind]) => kinds.includes(kind)));
      return {
        drawer,
        artifact_types: [...kinds],
        exists: Object.keys(versions).length > 0,
        versions,
        opened: context.drawers?.open(drawer) ?? true,
      };
    },
  });
}
