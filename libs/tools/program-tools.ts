import { z } from 'zod';
import { toTypeScript } from './dialects/typescript.dialect.ts';
import { describeTool, type ToolAudience } from './describe-tool.ts';
import type { AgentSpec, Tool } from '#pack-kit';
import type { RegisteredTool } from './registered-tool.ts';
import type { Scope } from './scoping.ts';

/** Name of the tool that runs a program. It is reserved: no tool of a pack may use it. */
export const RUN_PROGRAM = 'run_program';

/**
 * The tools in scope that a program of the agent may call: reading tools, and the writing tools listed in
 * `programWrites`. A program never calls a tool with external effects.
 */
export function programTools(scope: Scope, agent: AgentSpec): RegisteredTool[] {
  return scope.usable
    .map(({ registered }) => registered)
    .filter(({ tool }) => mayBeCalled(tool, agent.programWrites ?? []));
}

function mayBeCalled(tool: Tool, writes: readonly string[]): boolean {
  switch (tool.sideEffect) {
    case 'none':
      return true;
    case 'write':
      return writes.includes(tool.name);
    case 'external':
      return false;
  }
}

/** Cache of signatures. Every round of every turn needs the signature of a tool, and tools rarely change. */
const signatures = new WeakMap<RegisteredTool, Map<string, string>>();
/** Cached signatures per tool, because descriptions differ between kinds of callers and between orgs. */
const MAX_CACHED_SIGNATURES = 16;

/** The TypeScript signature of the function through which a program calls the tool. */
export function programSignature(registered: RegisteredTool, to: ToolAudience, comments: boolean): string {
  const { tool } = registered;
  const described = describeTool(registered, to);
  const key = comments ? described.description : '';
  const known = signatures.get(registered) ?? new Map<string, string>();
  const before = known.get(key);
  if (before !== undefined) return before;
  const returned = tool.ptcResult ?? (tool.ptcValue ? undefined : tool.result);
  const signature = toTypeScript(described, { returns: returned && jsonSchemaOf(returned), comments });
  if (known.size >= MAX_CACHED_SIGNATURES) known.clear();
  signatures.set(registered, known.set(key, signature));
  return signature;
}

/** The value that the function returns in a program. `data` is the full result of a successful call. */
export function programValue({ tool }: RegisteredTool, data: unknown): unknown {
  return tool.ptcValue ? tool.ptcValue(data) : data;
}

/** Types without a JSON Schema become `any`, so that the function is still offered. */
function jsonSchemaOf(schema: z.ZodType): Record<string, unknown> {
  return z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }) as Record<string, unknown>;
}
