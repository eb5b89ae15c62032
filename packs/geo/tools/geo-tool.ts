import type { z } from 'zod';
import type { Backend } from '../integrations/server/backend.ts';

/** The pack's one agent. */
export const GEO_ANALYST = 'geo_analyst';

/** A tool of the pack's MCP server. The server lists and executes it; the platform adds category, tier and examples. */
export interface GeoTool<Input extends z.ZodObject = z.ZodObject, Data extends object = object> {
  name: string;
  title: string;
  description: string;
  category: 'geo' | 'sales' | 'rental' | 'supply';
  /** Each parameter has its description. */
  input: Input;
  result: z.ZodType<Data>;
  whenToUse: string[];
  /** At least two in English, then at least two in Arabic. */
  examples: string[];
  tier: 'critical' | 'deferred';
  /** For tier `critical`: whether the tool is offered for a message. */
  trigger?: (messageText: string, agent: string) => boolean;
  intents: ('analytics' | 'billing' | 'rental' | 'supply')[];
  /** Field of the result that a program receives; the whole result when absent. */
  ptcValue?: string;
  /** Runs in the process of the server. @throws ToolError */
  execute(input: z.infer<Input>, backend: Backend, signal: AbortSignal): Promise<Data>;
}

export function defineGeoTool<Input extends z.ZodObject, Data extends object>(
  tool: Omit<GeoTool<Input, Data>, 'tier' | 'intents'> & Partial<Pick<GeoTool, 'tier' | 'intents'>>,
): GeoTool<Input, Data> {
  return { tier: 'deferred', intents: ['analytics'], ...tool };
}
