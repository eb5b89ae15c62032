import { CatalogueIndex } from './catalogue-index.ts';
import { SetSignature } from './set-signature.ts';
import { readTool, textOfTool, type RankableTool, type ToolDocument } from './tool-document.ts';

/** Limits of the caches; the least recently used entry is evicted. */
const LIMITS = {
  /** Number of indexes: one per org, agent and kind of caller. */
  indexes: 100,
  /** Total tools of all indexes: 100 sets of 200. An org with thousands of tools has few cached sets. */
  indexedTools: 20_000,
  /** Number of parsed tools, from which another index is built without parsing again. */
  documents: 20_000,
  /** Total characters of the parsed tools, about 16 MB: a server's description may be long. */
  documentCharacters: 8_000_000,
};

/** Caches indexes by the texts of their tools. Unchanged tools are not parsed again; an edit requires another index. */
export class IndexCache {
  private readonly indexes: SizedCache<CatalogueIndex>;
  private readonly documents: SizedCache<ToolDocument>;
  private readonly signatures = new SetSignature(textOfTool);

  constructor(limits = LIMITS) {
    this.indexes = new SizedCache(limits.indexes, limits.indexedTools);
    this.documents = new SizedCache(limits.documents, limits.documentCharacters);
  }

  /** The index of these tools, sorted by name. */
  indexOf(tools: readonly RankableTool[]): CatalogueIndex {
    const signature = this.signatures.of(tools);
    const index = this.indexes.get(signature) ?? this.build(tools);
    this.indexes.keep(signature, index, tools.length);
    return index;
  }

  private build(tools: readonly RankableTool[]): CatalogueIndex {
    const documents = tools.map((tool) => {
      const text = textOfTool(tool);
      const document = this.documents.get(text) ?? readTool(tool);
      this.documents.keep(text, document, text.length);
      return document;
    });
    return CatalogueIndex.build(inOrder(documents));
  }
}

/** Sorts by name, so that the order of the catalogue has no effect. */
export function inOrder(documents: readonly ToolDocument[]): ToolDocument[] {
  return documents.toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

/** LRU cache with limits on the number and total size of entries. The newest entry is never evicted. */
class SizedCache<Value> {
  private readonly entries = new Map<string, { value: Value; size: number }>();
  private size = 0;

  constructor(
    private readonly mostEntries: number,
    private readonly mostSize: number,
  ) {}

  get(key: string): Value | undefined {
    return this.entries.get(key)?.value;
  }

  keep(key: string, value: Value, size: number): void {
    this.remove(key);
    this.entries.set(key, { value, size });
    this.size += size;
    while (this.entries.size > 1 && (this.entries.size > this.mostEntries || this.size > this.mostSize)) {
      const [oldest] = this.entries.keys();
      this.remove(oldest!);
    }
  }

  private remove(key: string): void {
    this.size -= this.entries.get(key)?.size ?? 0;
    this.entries.delete(key);
  }
}
