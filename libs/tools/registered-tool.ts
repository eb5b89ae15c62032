import { hashOf } from './cache/canonical-json.ts';
import { languagesOf, type TextLanguage } from '#text';
import { inputSchemaOf, type AgentSpec, type Dataset, type Tool, type ToolTier } from '#pack-kit';

/** Pack name of the platform's own tools. */
export const PLATFORM_PACK = 'platform';

/** A tool in the registry: with its pack, its JSON Schema and the hash of its definition. */
export interface RegisteredTool {
  tool: Tool;
  pack: string;
  /** `file`: released with the code; `mcp`: listed by a server, which may change it at any time. */
  source: 'file' | 'mcp';
  /** JSON Schema of the arguments, with an object as root. */
  parameters: Record<string, unknown>;
  /** SHA-256 of description and schema. A change is written to the audit log. */
  definitionHash: string;
  /** Languages of description, whenToUse and examples. A search in another language does not match the tool's words. */
  languages: readonly TextLanguage[];
  /** True if a server listed the tool, but its pack was released with the same definition. */
  shipped?: true;
}

export interface RegisteredAgent {
  agent: AgentSpec;
  pack: string;
  datasets: readonly Dataset[];
  /** The agent's tools, each with the tier that its pack assigns. */
  tools: { registered: RegisteredTool; tier: ToolTier; only?: 'voice' }[];
}

export function register(tool: Tool, pack: string): RegisteredTool {
  const { $schema: _, ...parameters } = tool.parameters ?? inputSchemaOf(tool.input);
  return {
    tool,
    pack,
    source: tool.source ?? 'file',
    parameters,
    definitionHash: definitionHash(tool.description, parameters),
    languages: languagesOfTool(tool),
  };
}

/** The languages of the tool's own texts, in which a search can find it. */
export function languagesOfTool({ description, whenToUse, examples }: ToolTexts): TextLanguage[] {
  return languagesOf([description, ...whenToUse, ...examples]);
}

type ToolTexts = Pick<Tool, 'description' | 'whenToUse' | 'examples'>;

/**
 * SHA-256 of the description and schema of a tool, independent of the order of properties, because the database does
 * not preserve the order in which the server sent them.
 *
 * @param parameters JSON Schema of the arguments, as models receive it.
 */
export function definitionHash(description: string, parameters: Record<string, unknown>): string {
  return hashOf([description, parameters]);
}
