import { createHash } from 'node:crypto';
import { contentStems, normalizedWords, type RegisteredTool } from '#tools';
import type { ToolIndex, ToolMatch } from './tool-index.ts';

/** Sets of tools indexed at a time: one per agent, caller and recent tools, and the oldest gives way. */
const MAX_INDEXES = 200;

interface WordIndex {
  /** Inverse document frequency of each word that occurs. */
  idf: Map<string, number>;
  words: Set<string>[];
}

/**
 * Search by words: no network, the same answer each time. The score is the share of the query's known words, weighed by
 * their rarity, that a tool's text holds: Σ idf(matched) / Σ idf(query words that occur in any indexed tool), with
 * idf = ln(1 + tools / tools that hold the word).
 *
 * Source: `platform-tools` 9.1, lexical mode.
 */
export class LexicalToolIndex implements ToolIndex {
  private readonly indexes = new Map<string, WordIndex>();

  search(
    tools: readonly RegisteredTool[],
    query: string,
    { most, minScore }: { most: number; minScore: number },
  ): Promise<ToolMatch[]> {
    const { idf, words } = this.indexOf(tools);
    const asked = [...new Set(wordsOf(query))].filter((word) => idf.has(word));
    const weigh = (some: readonly string[]) => some.reduce((sum, word) => sum + (idf.get(word) ?? 0), 0);
    const all = weigh(asked);
    const matches = tools.map((registered, at) => {
      const matched = asked.filter((word) => words[at]?.has(word));
      return { registered, score: all === 0 ? 0 : weigh(matched) / all };
    });
    return Promise.resolve(
      matches
        .filter(({ score }) => score > minScore)
        .sort((a, b) => b.score - a.score || byName(a.registered, b.registered))
        .slice(0, most),
    );
  }

  /** Tools that say the same as before are not read again; an edit of a text makes another index. */
  private indexOf(tools: readonly RegisteredTool[]): WordIndex {
    const texts = tools.map(textOf);
    const signature = createHash('sha256').update(JSON.stringify(texts)).digest('base64url');
    const index = this.indexes.get(signature) ?? indexTexts(texts);
    this.indexes.delete(signature);
    this.indexes.set(signature, index);
    const [oldest] = this.indexes.keys();
    if (this.indexes.size > MAX_INDEXES && oldest !== undefined) this.indexes.delete(oldest);
    return index;
  }
}

function textOf({ tool }: RegisteredTool): string {
  return [tool.description, ...tool.whenToUse, ...tool.examples].join('\n');
}

function indexTexts(texts: readonly string[]): WordIndex {
  const words = texts.map((text) => new Set(wordsOf(text)));
  const holders = new Map<string, number>();
  for (const own of words) for (const word of own) holders.set(word, (holders.get(word) ?? 0) + 1);
  const idf = new Map([...holders].map(([word, count]) => [word, Math.log(1 + texts.length / count)]));
  return { idf, words };
}

/** Normalised, without stop words, forms of a word joined. */
function wordsOf(text: string): string[] {
  return contentStems(normalizedWords(text));
}

function byName(a: RegisteredTool, b: RegisteredTool): number {
  return a.tool.name < b.tool.name ? -1 : 1;
}
