import { z } from 'zod';
import type { JsonSchema } from './dialects/json-schema.ts';
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

/**
 * Cache of signatures by schema, which differs by the values that a caller may use. Every round of every turn needs the
 * signature of a tool, and tools rarely change.
 */
const signatures = new WeakMap<object, Map<string, string>>();
/** Cached signatures per schema, because descriptions differ between kinds of callers and between orgs. */
const MAX_CACHED_SIGNATURES = 16;

/**
 * The TypeScript signature of the function through which a program calls the tool. Without comments, it also omits what a
 * writing tool returns, which programs rarely read.
 */
export function programSignature(registered: RegisteredTool, to: ToolAudience, comments: boolean): string {
  const { tool } = registered;
  const described = describeTool(registered, to);
  const key = `${tool.name} ${comments ? described.description : ''}`;
  const known = signatures.get(described.parameters) ?? new Map<string, string>();
  const before = known.get(key);
  if (before !== undefined) return before;
  const isElided = !comments && tool.sideEffect !== 'none';
  const signature = toTypeScript(described, { returns: isElided ? '{…}' : programResult(tool), comments });
  if (known.size >= MAX_CACHED_SIGNATURES) known.clear();
  signatures.set(described.parameters, known.set(key, signature));
  return signature;
}

/**
 * The value that the function returns in a program: `ptcValue` of the full result of a successful call, else all of it.
 *
 * @throws for a result without that field.
 */
export function programValue({ tool: { ptcValue } }: RegisteredTool, data: unknown): unknown {
  if (ptcValue === undefined) return data;
  const value = (data as Record<string, unknown>)[ptcValue];
  if (value === undefined) throw new TypeError(`The result has no ${ptcValue}`);
  return value;
}

const programResults = new WeakMap<z.ZodType, JsonSchema>();

/** JSON Schema of {@link programValue}, from the schema of the result; undefined for a tool without one. */
export function programResult({ ptcValue, result }: Tool): JsonSchema | undefined {
  if (!result) return undefined;
  const schema =
    programResults.get(result) ??
    (z.toJSONSchema(result, { io: 'output', unrepresentable: 'any' }) as JsonSchema);
  programResults.set(result, schema);
  return ptcValue === undefined ? schema : { $defs: schema.$defs, ...schema.properties?.[ptcValue] };
}

/**
 * The list that a program receives from the tool: the value itself, or the field `path` of it, with the plain `fields` of its
 * items. Undefined if there is none.
 */
export function programList(tool: Tool): { path?: string; fields: string[] } | undefined {
  const value = programResult(tool);
  const lists = Object.entries({ ...(value && { '': value }), ...value?.properties });
  for (const [name, { items }] of lists) {
    const properties = Object.entries(items?.properties ?? {});
    const fields = properties.flatMap(([field, { type }]) => (typeof type === 'string' ? [field] : []));
    if (fields.length > 0) return { ...(name !== '' && { path: name }), fields };
  }
  return undefined;
}
