// Entry point of the reader thread. A PDF is untrusted input, and reading one may take unlimited time and memory.
import { parentPort, workerData } from 'node:worker_threads';
import { getDocumentProxy } from 'unpdf';

const { content, maxCharacters } = workerData as { content: Uint8Array; maxCharacters: number };

interface TextItem {
  str?: string;
  hasEOL?: boolean;
}

/** The text of all pages, up to the limit. */
async function readText(): Promise<string> {
  const document = await getDocumentProxy(content);
  let text = '';
  for (let number = 1; number <= document.numPages && text.length < maxCharacters; number += 1) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    text += (items as TextItem[]).map((item) => (item.str ?? '') + (item.hasEOL ? '\n' : '')).join('');
    text += '\n\n';
    page.cleanup();
  }
  return text;
}

readText().then(
  (text) => parentPort?.postMessage({ text }),
  (error: unknown) => parentPort?.postMessage({ error: error instanceof Error ? error.name : 'unknown' }),
);
