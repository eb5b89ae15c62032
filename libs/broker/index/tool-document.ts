import { brokerWords } from '../text/broker-words.ts';
import { FIELD_WEIGHTS } from '../ranking/ranking-constants.ts';
import { requestParts } from '../text/request-parts.ts';
import { wordFeatures } from '../text/word-features.ts';

/** The parts of a tool that the ranking uses. */
export interface RankableTool {
  name: string;
  description: string;
  category?: string;
  /** JSON Schema of the arguments. */
  parameters?: object;
  whenToUse?: readonly string[];
  examples?: readonly string[];
}

export type ToolField = keyof typeof FIELD_WEIGHTS;
export const toolFields = Object.keys(FIELD_WEIGHTS) as ToolField[];

/** Fields with indexed n-grams. Parameters and categories have many words with little information. Tuned. */
const GRAM_FIELDS: readonly ToolField[] = ['name', 'description', 'whenToUse', 'examples'];

/** A parsed tool, from which indexes are built. It depends only on the tool's text. */
export interface ToolDocument {
  name: string;
  words: Record<ToolField, readonly string[]>;
  /** Stems and concepts of all fields except the parameters, to show which words of a message match. */
  meanings: ReadonlySet<number>;
  grams: ReadonlyMap<number, number>;
  /** Examples as normalised words, to recognise a message that equals one. */
  examples: readonly string[];
}

export function readTool(tool: RankableTool): ToolDocument {
  const words: Record<ToolField, string[]> = {
    name: brokerWords(tool.name),
    description: brokerWords(tool.description),
    parameters: brokerWords(parameterText(tool.parameters)),
    category: brokerWords(tool.category ?? ''),
    whenToUse: brokerWords((tool.whenToUse ?? []).join('\n')),
    examples: brokerWords((tool.examples ?? []).join('\n')),
  };
  const grams = new Map<number, number>();
  for (const field of GRAM_FIELDS) {
    for (const word of words[field]) {
      for (const gram of wordFeatures(word).grams) grams.set(gram, (grams.get(gram) ?? 0) + 1);
    }
  }
  const examples = (tool.examples ?? []).map((example) => sameWords(requestParts(example).flat()));
  return { name: tool.name, words, grams, meanings: meaningsOf(words), examples };
}

/** Key of normalised words: equal for texts that differ only in boundaries between requests. */
export function sameWords(words: readonly string[]): string {
  return words.join(' ');
}

function meaningsOf(words: Record<ToolField, string[]>): Set<number> {
  const meanings = new Set<number>();
  for (const field of toolFields.filter((one) => one !== 'parameters')) {
    for (const word of words[field]) {
      const { stop, stem, concepts } = wordFeatures(word);
      if (stop) continue;
      meanings.add(stem);
      for (const { feature } of concepts) meanings.add(feature);
    }
  }
  return meanings;
}

/** Text of all parts of a tool that {@link readTool} uses. */
export function textOfTool(tool: RankableTool): string {
  const { name, description, category, parameters, whenToUse, examples } = tool;
  return JSON.stringify([name, description, category, parameters, whenToUse, examples]);
}

/** Names and descriptions of the arguments, including nested ones. */
function parameterText(schema: unknown, depth = 0): string {
  if (typeof schema !== 'object' || schema === null || depth > MAX_DEPTH) return '';
  const { properties, items, anyOf } = schema as Record<string, unknown>;
  const parts: string[] = [];
  for (const [name, property] of Object.entries(properties ?? {})) {
    const { description } = (property ?? {}) as { description?: unknown };
    parts.push(name, typeof description === 'string' ? description : '', parameterText(property, depth + 1));
  }
  for (const part of [items, ...(Array.isArray(anyOf) ? anyOf : [])])
    parts.push(parameterText(part, depth + 1));
  return parts.join('\n');
}

/** Maximum nesting of arguments: deeper ones do not help the search, and a recursive schema must end. */
const MAX_DEPTH = 4;
