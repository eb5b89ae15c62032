import { type RegisteredTool } from '#tools';
import { contentStems, normalizedWords } from '#text';
import { bestMatches } from './best-matches.ts';
import { ToolBroker } from './selection/tool-broker.ts';
import { indexText, type ToolIndex, type ToolMatch, type ToolQuery } from './tool-index.ts';

/**
 * Keyword search: no network, deterministic. The score is the share of the query's known words, weighted by rarity, in a
 * tool's text: Σ idf(matched) / Σ idf(query words that occur in any indexed tool), with
 * idf = ln(1 + tools / tools that contain the word). Equal scores keep the order of the broker's ranking.
 */
export class LexicalToolIndex implements ToolIndex {
  private readonly stems = new WeakMap<RegisteredTool, ReadonlySet<string>>();

  constructor(private readonly broker = new ToolBroker()) {}

  search(
    tools: readonly RegisteredTool[],
    query: string,
    limits: Pick<ToolQuery, 'most' | 'minScore'>,
  ): Promise<ToolMatch[]> {
    const queryStems = [...new Set(contentStems(normalizedWords(query)))];
    const stems = tools.map((tool) => this.stemsOf(tool));
    const idf = new Map(
      queryStems.flatMap((word) => {
        const holders = stems.filter((own) => own.has(word)).length;
        return holders === 0 ? [] : [[word, Math.log(1 + tools.length / holders)] as const];
      }),
    );
    const weigh = (some: Iterable<string>) => [...some].reduce((sum, word) => sum + (idf.get(word) ?? 0), 0);
    const all = weigh(idf.keys());
    const scored = tools.map((registered, at) => ({
      registered,
      score: all === 0 ? 0 : weigh(queryStems.filter((word) => stems[at]?.has(word))) / all,
    }));
    return Promise.resolve(bestMatches(this.broker, scored, query, limits));
  }

  private stemsOf(registered: RegisteredTool): ReadonlySet<string> {
    const known = this.stems.get(registered);
    if (known) return known;
    const stems = new Set(contentStems(normalizedWords(indexText(registered))));
    this.stems.set(registered, stems);
    return stems;
  }
}
