import { contentStems, normalizedWords, type RegisteredTool } from '#tools';
import { rankTools } from './ranking/rank-tools.ts';
import { ToolBroker } from './selection/tool-broker.ts';
import type { ToolIndex, ToolMatch } from './tool-index.ts';

/**
 * Search by words: no network, the same answer each time. The score is the share of the query's known words, weighed by
 * their rarity, that a tool's text holds: Σ idf(matched) / Σ idf(query words that occur in any indexed tool), with
 * idf = ln(1 + tools / tools that hold the word). Equal ones come in the order of the broker's ranking.
 *
 * Source: `platform-tools` 9.1, lexical mode.
 */
export class LexicalToolIndex implements ToolIndex {
  private readonly stems = new WeakMap<RegisteredTool, ReadonlySet<string>>();

  constructor(private readonly broker = new ToolBroker()) {}

  search(
    tools: readonly RegisteredTool[],
    query: string,
    { most, minScore }: { most: number; minScore: number },
  ): Promise<ToolMatch[]> {
    const asked = [...new Set(contentStems(normalizedWords(query)))];
    const stems = tools.map((tool) => this.stemsOf(tool));
    const idf = new Map(
      asked.flatMap((word) => {
        const holders = stems.filter((own) => own.has(word)).length;
        return holders === 0 ? [] : [[word, Math.log(1 + tools.length / holders)] as const];
      }),
    );
    const weigh = (some: Iterable<string>) => [...some].reduce((sum, word) => sum + (idf.get(word) ?? 0), 0);
    const all = weigh(idf.keys());
    const matches = tools
      .map((registered, at) => ({
        registered,
        score: all === 0 ? 0 : weigh(asked.filter((word) => stems[at]?.has(word))) / all,
      }))
      .filter(({ score }) => score > minScore);
    const places = this.ranks(matches, query);
    const place = ({ registered }: ToolMatch) => places.get(registered.tool.name) ?? 0;
    return Promise.resolve(matches.sort((a, b) => b.score - a.score || place(a) - place(b)).slice(0, most));
  }

  /** The places of the matches in the broker's ranking among themselves. */
  private ranks(matches: readonly ToolMatch[], query: string): Map<string, number> {
    const index = this.broker.indexOf(matches.map(({ registered }) => registered));
    const { order } = rankTools({ index, message: query, most: index.size });
    return new Map(order.map((at, place) => [index.documents[at]!.name, place]));
  }

  private stemsOf(registered: RegisteredTool): ReadonlySet<string> {
    const known = this.stems.get(registered);
    if (known) return known;
    const { description, whenToUse, examples } = registered.tool;
    const stems = new Set(contentStems(normalizedWords([description, ...whenToUse, ...examples].join('\n'))));
    this.stems.set(registered, stems);
    return stems;
  }
}
