import { z } from 'zod';
import {
  artifactUpdated,
  artifactWritten,
  defineTool,
  invalidArgument,
  listOf,
  writeArtifact,
  type ArtifactWrite,
  type Tool,
  type ToolContext,
} from '#pack-kit';
import { briefSections, briefText, type BriefKind } from '../schema/artifacts/briefs.ts';

const result = artifactWritten.extend({ deprecated: z.literal(true), replacedBy: z.literal('write_file') });
export type UpdatedArtifact = z.infer<typeof result>;

interface UpdateTool<Input extends z.ZodObject> {
  name: `update_${string}`;
  description: string;
  input: Input;
  examples: string[];
  /** The arguments of the equivalent `write_file` call. */
  write: (given: z.infer<Input>, context: ToolContext) => ArtifactWrite | Promise<ArtifactWrite>;
}

/**
 * A deprecated tool that `write_file` replaces. It writes the same way, names its replacement in the result, and its calls
 * are counted (`npm run tools -- deprecated`).
 */
export function updateTool<Input extends z.ZodObject>(spec: UpdateTool<Input>): Tool {
  const { name, description, input, examples, write } = spec;
  return defineTool({
    name,
    description,
    category: 'artifact',
    capability: 'artifact_legacy',
    input,
    result,
    whenToUse: ['Only for clients that still call it by its name; use write_file.'],
    examples,
    tier: 'always',
    role: 'any',
    sideEffect: 'write',
    needsConversation: true,
    lane: 'artifacts',
    intents: ['hardware'],
    deprecated: { replacedBy: 'write_file', reason: 'it writes every artifact' },
    events: artifactUpdated,
    async execute(given, context): Promise<UpdatedArtifact> {
      const done = await writeArtifact(context, await write(given as z.infer<Input>, context));
      return { ...done, deprecated: true, replacedBy: 'write_file' };
    },
  });
}

/**
 * A deprecated tool that changes sections of a brief. Its fields are the headings of the brief: `success_criteria` is
 * “Success criteria”.
 */
export function updateBriefTool({
  kind,
  ...spec
}: Pick<UpdateTool<z.ZodObject>, 'description' | 'input' | 'examples'> & { kind: BriefKind }): Tool {
  return updateTool({
    ...spec,
    name: `update_${kind}`,
    write: (given) => {
      atLeastOne(given, spec.input);
      const sections = briefSections[kind].map((heading) => {
        const text = given[heading.toLowerCase().replaceAll(/[ -]/g, '_')];
        return [heading, (text ?? []) as string | string[]] as const;
      });
      return { kind, strategy: 'merge', content: briefText(sections) };
    },
  });
}

/** @throws ToolError VALIDATION_FAILED if none of the fields is given */
export function atLeastOne(given: Record<string, unknown>, { shape }: z.ZodObject): void {
  if (Object.values(given).some((value) => value !== undefined)) return;
  const names = Object.keys(shape).join(', ');
  throw invalidArgument(names, 'expected at least one of them', `Give at least one of ${names}.`);
}

/**
 * Items as a caller may give them: fields and keys that the server computes may be missing. The artifact's own schema
 * checks the rest, as it does for `write_file`.
 */
export function itemsOf(description: string, max: number) {
  return z.array(itemOf()).max(max).describe(description);
}

/** As {@link itemsOf}, for one item. */
export function itemOf(description?: string) {
  // The artifact also reads texts; models need not know.
  return z.union([z.record(z.string(), z.unknown()), z.string()]).meta({
    type: 'object',
    anyOf: undefined,
    ...(description !== undefined && { description }),
  });
}

/** The lines of one section of a brief. An empty list is refused: a section is removed by a merge of `_delete`. */
export function sectionOf(description: string) {
  return listOf(z.string().trim().min(1).max(1_000), { min: 1, max: 50, description }).optional();
}
