import { CatalogueIndex } from './catalogue-index.ts';
import { SetSignature } from './set-signature.ts';
import { readTool, textOfTool, type RankableTool, type ToolDocument } from './tool-document.ts';

/** What is kept at most; what was not asked for longest gives way. */
const LIMITS = {
  /** Sets of tools whose index is kept: one per org, agent and kind of caller. */
  indexes: 100,
  /** Tools in all of them together: 100 sets of 200. Of an org with thousands of tools few sets are kept. */
  indexedTools: 20_000,
  /** Tools whose reading is kept, so that another index is built of them without reading them again. */
  documents: 20_000,
  /** And the characters that they were read from, some 16 MB: a server may say much of a tool. */
  documentCharacters: 8_000_000,
};

/** Indexes by what the tools say. Tools that say the same as before are not read again; an edit makes another index. */
export class IndexCache {
  private readonly indexes: SizedCache<CatalogueIndex>;
  private readonly documents: SizedCache<ToolDocument>;
  private readonly signatures = new SetSignature(textOfTool);

  constructor(limits = LIMITS) {
    this.indexes = new SizedCache(limits.indexes, limits.indexedTools);
    this.documents = new SizedCache(limits.documents, limits.documentCharacters);
  }

  /** The index of these tools, in the order of their names. */
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

/** By name, so that the order of the catalogue decides nothing. */
export function inOrder(documents: readonly ToolDocument[]): ToolDocument[] {
  return documents.toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

/** Entries with a size each: the oldest go where there are too many or they are too large together, the youngest stays. */
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

  /** Puts the entry at the young end. */
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
