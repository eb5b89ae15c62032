import { variablesNamed } from '#config';
import { loadPackServerTools } from '#mcp';
import { platformTools, ToolRegistry } from '#tools';
import type { RankableTool } from '#broker';
import { packs } from '../../packs/index.ts';

/** A tool of this version, with the pack that brings it. */
export interface RegisteredTool extends RankableTool {
  pack: string;
}

/**
 * The tools of every pack and of the platform, those of the packs' own MCP servers included, as a worker ranks them.
 *
 * @throws Error when a pack's server does not answer.
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
