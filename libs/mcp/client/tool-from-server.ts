import { z } from 'zod';
import { withSpan } from '#telemetry';
import {
  defineTool,
  ToolError,
  type McpServerSpec,
  type Tool,
  type ToolContext,
  type ToolListing,
  type ToolOverlay,
} from '#pack-kit';
import { withoutPatterns } from './without-patterns.ts';

/** Gemini has the narrowest rule for names; others become one that fits. */
const NOT_IN_NAMES = /[^a-z0-9]+/g;
const MAX_WORDS_OF_DESCRIPTION = 2_000;

/** How a call reaches the server. */
export type CallServer = (
  tool: string,
  args: Record<string, unknown>,
  context: ToolContext,
) => Promise<unknown>;

/**
 * A tool of a server as the registry takes it: name, description and schema are the server's, the rest is what the
 * pack lays over them. A server that does not say that a tool only reads is not believed to.
 */
export function toolFromServer(
  told: ToolListing,
  spec: Pick<McpServerSpec, 'name' | 'overlay' | 'tools'>,
  { call, away, start }: { call: CallServer } & Pick<Tool, 'away' | 'start'>,
): Tool {
  const description = (told.description ?? told.title ?? told.name).slice(0, MAX_WORDS_OF_DESCRIPTION);
  const reads = told.annotations?.readOnlyHint === true;
  const { guard, ...overlay } = { ...spec.overlay, ...spec.tools?.[told.name] };
  return defineTool({
    name: nameOf(told.name),
    description,
    category: spec.name,
    input: inputOf(told.inputSchema),
    parameters: told.inputSchema,
    whenToUse: [description],
    examples: [told.title ?? told.annotations?.title ?? told.name.replaceAll(/[_-]+/g, ' ')],
    tier: 'deferred',
    channels: ['chat', 'voice'],
    role: 'any',
    sideEffect: reads ? 'none' : 'external',
    takesIdempotencyKey: !reads && told.annotations?.idempotentHint === true,
    intents: [],
    ...overlay,
    outbound: { service: `mcp:${spec.name}` },
    source: 'mcp',
    serverDefinition: { name: told.name, title: told.title, description, annotations: told.annotations },
    away,
    start,
    execute: guard
      ? (input, context) => guarded(guard, (tool, args) => call(tool, args, context), told.name, input)
      : (input, context) => call(told.name, input, context),
  });
}

/** Arguments that the server refuses are mended once, where the pack knows how; the trace shows what was changed. */
async function guarded(
  { name, mend }: NonNullable<ToolOverlay['guard']>,
  ask: (tool: string, args: Record<string, unknown>) => Promise<unknown>,
  tool: string,
  input: Record<string, unknown>,
): Promise<unknown> {
  try {
    return await ask(tool, input);
  } catch (error) {
    if (!(error instanceof ToolError) || error.errorClass !== 'VALIDATION_FAILED') throw error;
    const mended = await withSpan(name, { kind: 'tool' }, async (span) => {
      const better = await mend(input, error, ask);
      span.setAttributes({
        'turnpike.guard.refused': JSON.stringify(input),
        'turnpike.guard.mended': JSON.stringify(better ?? null),
      });
      return better;
    });
    if (!mended) throw error;
    return ask(tool, mended);
  }
}

/** snake_case of a server's name of a tool. */
export function nameOf(told: string): string {
  const snake = told
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replaceAll(NOT_IN_NAMES, '_')
    .replaceAll(/^_+|_+$/g, '');
  return /^[a-z]/.test(snake) ? snake : `tool_${snake}`;
}

/** What cannot be read as a schema of ours, and patterns, are left to the server to check. */
function inputOf(schema: ToolListing['inputSchema']): z.ZodObject {
  try {
    const read = z.fromJSONSchema(withoutPatterns(schema) as Parameters<typeof z.fromJSONSchema>[0]);
    if (read instanceof z.ZodObject) return read;
  } catch {
    // A keyword that zod does not know, or a reference that leads nowhere.
  }
  return z.looseObject({});
}
