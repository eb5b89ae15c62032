import { FeatureRows } from '../index/feature-rows.ts';
import type { FittedWeights } from './fit-vectors.ts';
import { messageFeatures, vectorOf } from './message-features.ts';

/** A tool of a ranker, with the number of its calls in the training. */
export interface LearnedTool {
  name: string;
  uses: number;
}

/** Per context (`after:…`, `artifact:…`, `agent:…`, `channel:…`), the called tools with their share of the calls. */
export type LearnedContexts = Record<string, [tool: string, share: number][]>;

/** The result of a training. */
export interface LearnedState extends FittedWeights {
  tools: LearnedTool[];
  contexts: LearnedContexts;
  /** Features with a row, in the order of rows; `idf` is their inverse document frequency. */
  keys: Uint32Array;
  idf: Float32Array;
}

export interface LearnedScores {
  /** Cosine with the tool's past messages and text. */
  centroid: Float32Array;
  logProbability: Float32Array;
  /** False if the training contains nothing of the message, so that all tools have the same scores. */
  isKnown: boolean;
}

/** A trained ranker. Immutable: a training creates another one. */
export class LearnedRanker {
  private readonly places: ReadonlyMap<string, number>;

  private constructor(
    readonly state: LearnedState,
    private readonly rows: FeatureRows,
  ) {
    this.places = new Map(state.tools.map(({ name }, at) => [name, at]));
  }

  static of(state: LearnedState): LearnedRanker {
    const { tools, contexts, keys, idf, starts, entryTools, centroid, weight } = state;
    const own = { tools, contexts, keys, idf, starts, entryTools, centroid, weight };
    return new LearnedRanker(own, FeatureRows.of(keys));
  }

  /** Number of past calls in the training, of all tools. */
  get examples(): number {
    return this.state.tools.reduce((sum, { uses }) => sum + uses, 0);
  }

  /** Size of the arrays in bytes. */
  get byteLength(): number {
    const { keys, idf, starts, entryTools, centroid, weight } = this.state;
    return [keys, idf, starts, entryTools, centroid, weight].reduce(
      (sum, { byteLength }) => sum + byteLength,
      0,
    );
  }

  /** Number of tools with calls in the training. */
  get toolsUsed(): number {
    return this.state.tools.filter(({ uses }) => uses > 0).length;
  }

  /** The tools called in a context, with their share of its calls. */
  calledIn(context: string): readonly [tool: string, share: number][] {
    return Object.hasOwn(this.state.contexts, context) ? this.state.contexts[context]! : [];
  }

  /** The tool's position in the scores; undefined for an unknown tool. */
  placeOf(tool: string): number | undefined {
    return this.places.get(tool);
  }

  /** Number of the tool's calls in the training. */
  usesOf(tool: string): number {
    const place = this.places.get(tool);
    return place === undefined ? 0 : this.state.tools[place]!.uses;
  }

  score(words: readonly string[]): LearnedScores {
    const { idf, starts, entryTools, centroid, weight, tools } = this.state;
    const vector = vectorOf(messageFeatures(words), (feature) => this.rows.find(feature), idf);
    const scores = {
      centroid: new Float32Array(tools.length),
      logProbability: new Float32Array(tools.length),
      isKnown: vector.rows.length > 0,
    };
    for (let at = 0; at < vector.rows.length; at += 1) {
      const [row, value] = [vector.rows[at]!, vector.values[at]!];
      const end = starts[row + 1]!;
      for (let entry = starts[row]!; entry < end; entry += 1) {
        const tool = entryTools[entry]!;
        scores.centroid[tool]! += value * centroid[entry]!;
        scores.logProbability[tool]! += value * weight[entry]!;
      }
    }
    toLogProbabilities(scores.logProbability);
    return scores;
  }
}

function toLogProbabilities(scores: Float32Array): void {
  let most = -Infinity;
  for (const score of scores) if (score > most) most = score;
  let sum = 0;
  for (const score of scores) sum += Math.exp(score - most);
  const log = most + Math.log(sum);
  for (let at = 0; at < scores.length; at += 1) scores[at]! -= log;
}
