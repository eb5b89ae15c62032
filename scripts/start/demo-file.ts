import { chmodSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { Environment } from '#config';
import { localUrl } from './ports.ts';

const demoFile = z.object({
  apiUrl: z.string(),
  adminUrl: z.string(),
  /** The demo orgs in the order of their packs. */
  orgs: z.array(z.object({ slug: z.string(), apiKey: z.string() })),
  admin: z.object({ email: z.string(), password: z.string() }),
  /** One user for each of the other roles. Absent in files of earlier versions. */
  people: z.array(z.object({ role: z.string(), email: z.string(), password: z.string() })).default([]),
});

/** `DATA_DIR/demo.json`: addresses, keys and passwords of the demo, for scripts. */
export type DemoFile = z.infer<typeof demoFile>;

export function demoFilePath(dataFolder: string): string {
  return path.join(dataFolder, 'demo.json');
}

/** The file of the start before; undefined when there is no readable one. */
export function readDemoFile(file: string): DemoFile | undefined {
  if (!existsSync(file)) return undefined;
  try {
    return demoFile.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return undefined;
  }
}

/** Writes the whole file or nothing; only its owner can read it. @returns its content. */
export function writeDemoFile(
  file: string,
  { HOST, API_PORT, ADMIN_PORT }: Environment,
  seeded: Omit<DemoFile, 'apiUrl' | 'adminUrl'>,
): DemoFile {
  const demo = { apiUrl: localUrl(HOST, API_PORT), adminUrl: localUrl(HOST, ADMIN_PORT), ...seeded };
  const staging = `${file}.${process.pid}`;
  writeFileSync(staging, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 });
  chmodSync(staging, 0o600);
  renameSync(staging, file);
  return demo;
}
