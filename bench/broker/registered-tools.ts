import { variablesNamed } from '#config';
import { loadPackServerTools } from '#mcp';
import { platformTools, ToolRegistry } from '#tools';
import type { RankableTool } from '#broker';
import { packs } from '../../packs/index.ts';

/** A tool of this version, with the pack that declares it. */
export interface RegisteredTool extends RankableTool {
  pack: string;
}

/**
 * The tools of all packs and of the platform, including those of the packs' own MCP servers, as a worker ranks them.
 *
 * @throws Error if the MCP server of a pack does not respond.
 */
export async function registeredTools(): Promise<RegisteredTool[]> {
  const registry = new ToolRegistry(packs, platformTools);
  for (const { server, error } of await loadPackServerTools(registry, variablesNamed))
    throw new Error(`The tools of the MCP server ${server} are not known: ${error}`);
  return registry.effective(null).tools.map(({ tool, pack, parameters, metadata }) => {
    const { description, category, whenToUse, examples } = { ...tool, ...metadata };
    return { pack, name: tool.name, description, category, whenToUse, examples, parameters };
  });
}
