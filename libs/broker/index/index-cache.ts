import { CatalogueIndex } from './catalogue-index.ts';
import { SetSignature } from './set-signature.ts';
import { readTool, textOfTool, type RankableTool, type ToolDocument } from './tool-document.ts';

/** Sets of tools whose index is kept: one per org, agent and kind of caller; the one not asked for longest gives way. */
const MAX_INDEXES = 100;
/** Tools whose reading is kept, so that another index is built of them without reading them again. */
const MAX_DOCUMENTS = 20_000;

/** Indexes by what the tools say. Tools that say the same as before are not read again; an edit makes another index. */
export class IndexCache {
  private readonly indexes = new Map<string, CatalogueIndex>();
  private readonly documents = new Map<string, ToolDocument>();
  private readonly signatures = new SetSignature(textOfTool);

  /** The index of these tools, in the order of their names. */
  indexOf(tools: readonly RankableTool[]): CatalogueIndex {
    const signature = this.signatures.of(tools);
    const index = this.indexes.get(signature) ?? this.build(tools);
    keep(this.indexes, signature, index, MAX_INDEXES);
    return index;
  }

  private build(tools: readonly RankableTool[]): CatalogueIndex {
    const documents = tools.map((tool) => {
      const text = textOfTool(tool);
      const document = this.documents.get(text) ?? readTool(tool);
      keep(this.documents, text, document, MAX_DOCUMENTS);
      return document;
    });
    return CatalogueIndex.build(inOrder(documents));
  }
}

/** By name, so that the order of the catalogue decides nothing. */
export function inOrder(documents: readonly ToolDocument[]): ToolDocument[] {
  return documents.toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

/** Puts the entry at the young end, and lets the oldest go where there are too many. */
function keep<Value>(entries: Map<string, Value>, key: string, value: Value, most: number): void {
  entries.delete(key);
  entries.set(key, value);
  const [oldest] = entries.keys();
  if (entries.size > most && oldest !== undefined) entries.delete(oldest);
}
