import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { StartRefusedError } from '../start/start.errors.ts';
import type { Skeleton } from './skeleton.ts';

/**
 * Writes the files of a skeleton and edits the one in which it is registered; all of it, or nothing.
 *
 * @param root folder of the project.
 * @returns a line for each file.
 * @throws StartRefusedError when one of the files is there, or the registration cannot be read.
 */
export function writeNewFiles(root: string, { files, registration }: Skeleton, dryRun: boolean): string[] {
  const there = Object.keys(files).filter((file) => existsSync(path.join(root, file)));
  if (there.length > 0)
    throw new StartRefusedError(`Nothing was written: there is ${there.join(', ')} already.`);
  const edited = path.join(root, registration.file);
  const content = registration.edit(readFileSync(edited, 'utf8'));
  if (content === undefined)
    throw new StartRefusedError(
      `Nothing was written: ${registration.file} has no list of packs that can be read.`,
    );
  if (!dryRun) {
    for (const [file, text] of Object.entries(files)) {
      const target = path.join(root, file);
      mkdirSync(path.dirname(target), { recursive: true });
      writeFileSync(target, text, { flag: 'wx' });
    }
    writeFileSync(edited, content);
  }
  const would = dryRun ? 'would write ' : 'wrote ';
  return [
    ...Object.keys(files).map((file) => `${would}${file}`),
    `${dryRun ? 'would register' : 'registered'} it in ${registration.file}`,
  ];
}
