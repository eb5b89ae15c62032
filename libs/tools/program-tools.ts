import { z } from 'zod';
import { toTypeScript } from './dialects/typescript.dialect.ts';
import { described, type ToldTo } from './found-tools.ts';
import type { AgentSpec, Tool } from '#pack-kit';
import type { RegisteredTool } from './registered-tool.ts';
import type { Scope } from './scoping.ts';

/** Name under which models run a program; no tool of a pack has it. */
export const RUN_PROGRAM = 'run_program';

/**
 * The tools of the scope that a program of the agent may call: what only reads, and what writes where the agent lists
 * it. What sends something out is never called from a program.
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

/** Signatures as they were written last: a tool is told of in every round of every turn, and hardly ever changes. */
const written = new WeakMap<RegisteredTool, Map<string, string>>();
/** Descriptions of one tool that are remembered: it may be told to callers of each kind, and to orgs, in other words. */
const MAX_REMEMBERED = 16;

/** The function of a program that calls the tool, in TypeScript. */
export function programSignature(registered: RegisteredTool, to: ToldTo, comments: boolean): string {
  const { tool } = registered;
  const told = described(registered, to);
  const key = comments ? told.description : '';
  const known = written.get(registered) ?? new Map<string, string>();
  const before = known.get(key);
  if (before !== undefined) return before;
  const returned = tool.ptcResult ?? (tool.ptcValue ? undefined : tool.result);
  const signature = toTypeScript(told, { returns: returned && jsonSchemaOf(returned), comments });
  if (known.size >= MAX_REMEMBERED) known.clear();
  written.set(registered, known.set(key, signature));
  return signature;
}

/** What the function returns in a program. `data` is the whole result of a call that succeeded. */
export function programValue({ tool }: RegisteredTool, data: unknown): unknown {
  return tool.ptcValue ? tool.ptcValue(data) : data;
}

/** A schema that JSON Schema cannot say is no reason to withhold the function. */
function jsonSchemaOf(schema: z.ZodType): Record<string, unknown> {
  return z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }) as Record<string, unknown>;
}
