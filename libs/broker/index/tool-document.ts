import { brokerWords } from '../text/broker-words.ts';
import { FIELD_WEIGHTS } from '../ranking/ranking-constants.ts';
import { requestParts } from '../text/request-parts.ts';
import { wordFeatures } from '../text/word-features.ts';

/** What the ranking reads of a tool. */
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

/** Fields whose n-grams are indexed; parameters and categories are too many words that say too little. Tuned. */
const GRAM_FIELDS: readonly ToolField[] = ['name', 'description', 'whenToUse', 'examples'];

/** One tool, read once: what an index is built from. It depends on the tool's text alone. */
export interface ToolDocument {
  name: string;
  /** Normalised words per field. */
  words: Record<ToolField, readonly string[]>;
  /** Stems and subjects of all its fields but the parameters, to say which words of a message it matches. */
  meanings: ReadonlySet<number>;
  /** How often each n-gram occurs. */
  grams: ReadonlyMap<number, number>;
  /** Its examples as normalised words, to know a message that is one of them. */
  examples: readonly string[];
}

/** Reads a tool into words and n-grams. */
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

/** Two texts of the same normalised words, joints between requests aside, give the same. */
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

/** All that the reading of a tool depends on. */
export function textOfTool(tool: RankableTool): string {
  const { name, description, category, parameters, whenToUse, examples } = tool;
  return JSON.stringify([name, description, category, parameters, whenToUse, examples]);
}

/** Names and descriptions of the arguments, of nested ones too. */
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

/** Arguments nested deeper say nothing that finds a tool, and a recursive schema must end. */
const MAX_DEPTH = 4;
