import { FeatureRows } from '../index/feature-rows.ts';
import { toolFields, type ToolDocument } from '../index/tool-document.ts';
import { MAX_EXAMPLES, MAX_TRAINING_WEIGHTS } from '../ranking/ranking-constants.ts';
import type { VectorSet } from './fit-vectors.ts';
import type { LearnedContexts, LearnedState } from './learned-ranker.ts';
import { featuresIn, messageFeatures, vectorOf, type MessageFeatures } from './message-features.ts';

/** A message and a tool that was called successfully for it. */
export interface Example {
  text: string;
  tool: string;
  /** Context of the call: `agent:estio/finder`, `channel:chat`, `after:search_properties` (the previous tool), `artifact:bom` (the last changed artifact). */
  contexts?: readonly string[];
}

export interface TrainingSet extends Pick<LearnedState, 'tools' | 'contexts' | 'keys' | 'idf'> {
  vectors: VectorSet;
}

/** Minimum number of examples with a feature; a feature of one example cannot generalise. */
const MIN_EXAMPLES_OF_FEATURE = 2;
/** Minimum number of calls of a context, and maximum number of tools kept for it. */
const MIN_CALLS_OF_CONTEXT = 5;
const MAX_TOOLS_OF_CONTEXT = 10;

/** The newest examples of existing tools. */
export function usableExamples(documents: readonly ToolDocument[], examples: readonly Example[]): Example[] {
  const names = new Set(documents.map(({ name }) => name));
  return examples.filter(({ tool }) => names.has(tool)).slice(-MAX_EXAMPLES);
}

/**
 * Converts examples and tools to vectors. Each tool's text is an additional example, so that unused tools can be ranked.
 *
 * @param features of each example, in the same order.
 */
export function makeTrainingSet(
  documents: readonly ToolDocument[],
  examples: readonly Example[],
  features: readonly MessageFeatures[],
): TrainingSet {
  const toolOf = new Map(documents.map(({ name }, at) => [name, at]));
  const uses = new Uint32Array(documents.length);
  for (const { tool } of examples) uses[toolOf.get(tool)!]! += 1;
  const all = [...features, ...documents.map((document) => messageFeatures(wordsOfDocument(document)))];
  const labels = Uint32Array.from([...examples.map(({ tool }) => toolOf.get(tool)!), ...documents.keys()]);
  const { keys, idf } = chooseFeatures(all, documents.length);
  const rows = FeatureRows.of(keys);
  const vectors = all.map((own) => vectorOf(own, (feature) => rows.find(feature), idf));
  return {
    tools: documents.map(({ name }, at) => ({ name, uses: uses[at]! })),
    contexts: contextsOf(examples),
    keys,
    idf,
    vectors: { vectors, labels, rows: keys.length, classes: documents.length },
  };
}

function wordsOfDocument({ words }: ToolDocument): string[] {
  return toolFields.filter((field) => field !== 'parameters').flatMap((field) => words[field]);
}

/** Selects features of more than one example, up to the memory limit, the most frequent first. */
function chooseFeatures(features: readonly MessageFeatures[], tools: number) {
  const holders = new Map<number, number>();
  for (const own of features)
    for (const feature of featuresIn(own)) holders.set(feature, (holders.get(feature) ?? 0) + 1);
  const most = Math.floor(MAX_TRAINING_WEIGHTS / Math.max(1, tools));
  const chosen = [...holders]
    .filter(([, count]) => count >= MIN_EXAMPLES_OF_FEATURE)
    .sort(([a, countOfA], [b, countOfB]) => countOfB - countOfA || a - b)
    .slice(0, most);
  return {
    keys: Uint32Array.from(chosen, ([feature]) => feature),
    idf: Float32Array.from(chosen, ([, count]) => Math.log(1 + features.length / count)),
  };
}

/** Tools called per context, as shares of its calls. */
function contextsOf(examples: readonly Example[]): LearnedContexts {
  const counts = new Map<string, Map<string, number>>();
  for (const { tool, contexts = [] } of examples) {
    for (const context of contexts) {
      const own = counts.get(context) ?? new Map<string, number>();
      counts.set(context, own.set(tool, (own.get(tool) ?? 0) + 1));
    }
  }
  const shares = [...counts].flatMap(([context, tools]) => {
    const calls = [...tools.values()].reduce((sum, count) => sum + count, 0);
    if (calls < MIN_CALLS_OF_CONTEXT) return [];
    const most = [...tools]
      .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
      .slice(0, MAX_TOOLS_OF_CONTEXT);
    return [[context, most.map(([tool, count]) => [tool, count / calls] as [string, number])] as const];
  });
  return Object.fromEntries(shares.sort(([a], [b]) => (a < b ? -1 : 1)));
}
