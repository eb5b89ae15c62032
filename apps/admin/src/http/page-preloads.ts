import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

const MANIFEST = '.vite/manifest.json';

/** The part of Vite's manifest that is read: chunks by their entry source. */
const manifest = z.record(
  z.string(),
  z.object({
    file: z.string(),
    isDynamicEntry: z.boolean().optional(),
    css: z.array(z.string()).optional(),
    imports: z.array(z.string()).optional(),
  }),
);
type Manifest = z.infer<typeof manifest>;

/**
 * Builds the `link` header with which a browser fetches the script and styles of a page together with the
 * first scripts; otherwise it would request them only after those have run.
 * @param folder of the built app
 * @returns the header by path; undefined for a path that is no page. Without a manifest, every path is a
 * page.
 */
export function readPageFiles(folder: string): (pathname: string) => string | undefined {
  const file = path.join(folder, MANIFEST);
  if (!existsSync(file)) return () => '';
  const chunks = manifest.parse(JSON.parse(readFileSync(file, 'utf8')));
  const first = new Set(chainOf(chunks, 'index.html'));
  const links = new Map<string, string>();
  for (const [source, { isDynamicEntry }] of Object.entries(chunks)) {
    if (isDynamicEntry) links.set(source, linkOf(chunks, source, first));
  }
  // The root redirects to a page and has no script of its own.
  return (pathname) => (pathname === '/' ? '' : links.get(sourceOf(pathname)));
}

/** `/turns` is `turns/turns-page`, `/turns/ID` is `turns/turn-page`, and `/turns/ID/programs` is `programs/programs-page`. */
function sourceOf(pathname: string): string {
  const parts = pathname.split('/').filter((part) => part !== '');
  const isList = parts.length % 2 === 1;
  const folder = parts.at(isList ? -1 : -2) ?? '';
  return `src/${folder}/${isList ? folder : folder.replace(/s$/, '')}-page.tsx`;
}

function linkOf(chunks: Manifest, source: string, known: ReadonlySet<string>): string {
  return chainOf(chunks, source)
    .filter((name) => !known.has(name))
    .flatMap((name) => [
      `</${chunks[name]?.file}>; rel=modulepreload; crossorigin`,
      ...(chunks[name]?.css ?? []).map((style) => `</${style}>; rel=preload; as=style; crossorigin`),
    ])
    .join(', ');
}

function chainOf(chunks: Manifest, name: string, seen = new Set<string>()): string[] {
  if (!seen.has(name)) {
    seen.add(name);
    for (const imported of chunks[name]?.imports ?? []) chainOf(chunks, imported, seen);
  }
  return [...seen];
}
