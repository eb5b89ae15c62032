import { z } from 'zod';
import { hashOf } from './cache/canonical-json.ts';
import { languagesOf, type TextLanguage } from '#text';
import type { AgentSpec, Tool, ToolTier } from '#pack-kit';

/** Pack name of the tools that belong to no pack. */
export const PLATFORM_PACK = 'platform';

/** A tool as the registry keeps it: with its pack, its JSON Schema and the hash of what models are told of it. */
export interface RegisteredTool {
  tool: Tool;
  pack: string;
  /** `file`: released with the code; `mcp`: told by a server, which may change it at any time. */
  source: 'file' | 'mcp';
  /** JSON Schema of the arguments, object at the top. */
  parameters: Record<string, unknown>;
  /** SHA-256 over description and schema: a change of it is an audited event. */
  definitionHash: string;
  /** Those that description, whenToUse and examples speak: in another one its words find it for nobody. */
  languages: readonly TextLanguage[];
  /** Its definition is the one that its pack was released with, although a server told of it. */
  shipped?: true;
}

export interface RegisteredAgent {
  agent: AgentSpec;
  pack: string;
  /** The agent's tools in the tier that its pack gives them. */
  tools: { registered: RegisteredTool; tier: ToolTier; only?: 'voice' }[];
}

/** A tool as the registry keeps it. */
export function register(tool: Tool, pack: string): RegisteredTool {
  const schema = tool.parameters ?? (z.toJSONSchema(tool.input, { io: 'input' }) as Record<string, unknown>);
  const { $schema: _, ...parameters } = schema;
  return {
    tool,
    pack,
    source: tool.source ?? 'file',
    parameters,
    definitionHash: definitionHash(tool.description, parameters),
    languages: languagesOfTool(tool),
  };
}

/** The languages in which a tool can be found by what it says of itself. */
export function languagesOfTool({ description, whenToUse, examples }: ToolTexts): TextLanguage[] {
  return languagesOf([description, ...whenToUse, ...examples]);
}

type ToolTexts = Pick<Tool, 'description' | 'whenToUse' | 'examples'>;

/**
 * SHA-256 of what models are told of a tool, whatever order the properties of the schema stand in: a process that reads it
 * from the database knows another one than the process that asked the server.
 *
 * @param parameters JSON Schema of its arguments, as it is told.
 */
export function definitionHash(description: string, parameters: Record<string, unknown>): string {
  return hashOf([description, parameters]);
}
