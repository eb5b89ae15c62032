import { z } from 'zod';
import { inputSchemaOf, ToolError, unsaid, type ArtifactKind } from '#pack-kit';
import type { JsonSchema } from '../dialects/json-schema.ts';
import { toTypeText } from '../dialects/typescript.dialect.ts';
import { conversationSummary } from './conversation-summary.kind.ts';

/** Names an artifact; models see the kinds of the conversation as its values. */
export const kindArgument = z
  .string()
  .trim()
  .min(1)
  .max(64)
  .meta({ ...unsaid, description: 'Kind of the artifact.' });

export const platformArtifactKinds: readonly ArtifactKind[] = [conversationSummary];

/** The artifact kinds of these packs and of the platform, each once. */
export function artifactKindsOf(packs: readonly { artifacts?: readonly ArtifactKind[] }[]): ArtifactKind[] {
  const all = [...packs.flatMap(({ artifacts = [] }) => artifacts), ...platformArtifactKinds];
  return [...new Map(all.map((kind) => [kind.kind, kind])).values()];
}

/** Finds an artifact kind by its name or title, in any letter case. @throws ToolError VALIDATION_FAILED that lists the existing kinds. */
export function findKind(kinds: readonly ArtifactKind[], name: string): ArtifactKind {
  const wanted = folded(name);
  const found = kinds.find(({ kind, title }) => folded(kind) === wanted || folded(title) === wanted);
  if (found) return found;
  const names = kinds.map(({ kind }) => kind);
  throw new ToolError(
    'VALIDATION_FAILED',
    `There is no kind of artifact ${JSON.stringify(name)}. Kinds: ${names.join(', ')}.`,
    { fields: [{ name: 'artifact_type', problem: `expected one of ${names.join(', ')}` }] },
  );
}

export const writableKinds = (kinds: readonly ArtifactKind[]) =>
  kinds.filter(({ writtenBy }) => writtenBy !== 'system');

const folded = (name: string) => name.toLowerCase().replaceAll(/[\s_-]/g, '');

/** Describes the kinds for a tool that writes artifacts: the type of the content of each, and its rules. */
export function contentNote(kinds: readonly ArtifactKind[]): string {
  const lines = writableKinds(kinds).map((kind) => `- ${kind.kind}: ${typeOf(kind)} (${kind.description})`);
  return `Content by artifact_type:\n${lines.join('\n')}`;
}

const FILES = 'files:{path:string, content:string, purpose?:string}[]';
const types = new WeakMap<ArtifactKind, string>();

function typeOf(kind: ArtifactKind): string {
  if (kind.format === 'markdown') return 'Markdown';
  const known = types.get(kind);
  if (known !== undefined) return known;
  const own = kind.schema ? toTypeText(shown(inputSchemaOf(kind.schema), kind, '')) : '{ }';
  const type = kind.format === 'files' ? own.replace('{', `{${FILES}, `) : own;
  types.set(kind, type);
  return type;
}

/** The schema without hidden properties; a key that the platform makes may be left out. */
function shown(schema: JsonSchema, kind: ArtifactKind, place: string): JsonSchema {
  const { properties, items, required = [], ...rest } = schema;
  if (items) return { ...schema, items: shown(items, kind, place) };
  if (!properties) return schema;
  const rule = kind.arrayKeys?.[place];
  const parts = Object.entries(properties).filter(([, part]) => part['hidden'] !== true);
  return {
    ...rest,
    properties: Object.fromEntries(
      parts.map(([name, part]) => [name, shown(part, kind, place ? `${place}.${name}` : name)]),
    ),
    required: required.filter((name) => !rule?.make || name !== rule.key),
  };
}
