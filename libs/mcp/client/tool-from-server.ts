import { cutText } from '#contracts';
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

/** Characters replaced in tool names; Gemini has the strictest rule. */
const NOT_IN_NAMES = /[^a-z0-9]+/g;
const MAX_DESCRIPTION_CHARACTERS = 2_000;

export type CallServer = (
  tool: string,
  args: Record<string, unknown>,
  context: ToolContext,
) => Promise<unknown>;

/**
 * Converts a listed tool of a server to a registry tool: name, description and schema come from the server, the rest from
 * the pack's overlay. A tool without `readOnlyHint` counts as having side effects.
 */
export function toolFromServer(
  listing: ToolListing,
  spec: Pick<McpServerSpec, 'name' | 'overlay' | 'tools'>,
  { call, away, start }: { call: CallServer } & Pick<Tool, 'away' | 'start'>,
): Tool {
  const described = listing.description ?? listing.title ?? listing.name;
  const description = cutText(described, MAX_DESCRIPTION_CHARACTERS, '');
  const reads = listing.annotations?.readOnlyHint === true;
  const { guard, ...overlay } = { ...spec.overlay, ...spec.tools?.[listing.name] };
  return defineTool({
    name: nameOf(listing.name),
    description,
    category: spec.name,
    input: inputOf(listing.inputSchema),
    parameters: listing.inputSchema,
    whenToUse: [description],
    examples: [listing.title ?? listing.annotations?.title ?? listing.name.replaceAll(/[_-]+/g, ' ')],
    channels: ['chat', 'voice'],
    role: 'any',
    sideEffect: reads ? 'none' : 'external',
    takesIdempotencyKey: !reads && listing.annotations?.idempotentHint === true,
    intents: [],
    ...overlay,
    outbound: { service: `mcp:${spec.name}` },
    source: 'mcp',
    serverDefinition: {
      name: listing.name,
      title: listing.title,
      description,
      annotations: listing.annotations,
    },
    away,
    start,
    execute: guard
      ? (input, context) => guarded(guard, (tool, args) => call(tool, args, context), listing.name, input)
      : (input, context) => call(listing.name, input, context),
  });
}

/** Corrects refused arguments once with the pack's guard, and calls again. The trace shows the correction. */
async function guarded(
  { name, mend }: NonNullable<ToolOverlay['guard']>,
  call: (tool: string, args: Record<string, unknown>) => Promise<unknown>,
  tool: string,
  input: Record<string, unknown>,
): Promise<unknown> {
  try {
    return await call(tool, input);
  } catch (error) {
    if (!(error instanceof ToolError) || error.errorClass !== 'VALIDATION_FAILED') throw error;
    const mended = await withSpan(name, { kind: 'tool' }, async (span) => {
      const corrected = await mend(input, error, call);
      span.setAttributes({
        'turnpike.guard.refused': JSON.stringify(input),
        'turnpike.guard.mended': JSON.stringify(corrected ?? null),
      });
      return corrected;
    });
    if (!mended) throw error;
    return call(tool, mended);
  }
}

export function nameOf(serverName: string): string {
  const snake = serverName
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replaceAll(NOT_IN_NAMES, '_')
    .replaceAll(/^_+|_+$/g, '');
  return /^[a-z]/.test(snake) ? snake : `tool_${snake}`;
}

/** Converts the input schema to zod. The server checks patterns, and schemas that zod cannot read. */
function inputOf(schema: ToolListing['inputSchema']): z.ZodObject {
  try {
    const read = z.fromJSONSchema(withoutPatterns(schema) as Parameters<typeof z.fromJSONSchema>[0]);
    if (read instanceof z.ZodObject) return read;
  } catch {
    // A keyword that zod does not support, or a broken reference.
  }
  return z.looseObject({});
}
