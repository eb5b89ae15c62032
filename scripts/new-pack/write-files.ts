import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { StartRefusedError } from '../start/start.errors.ts';
import type { Skeleton } from './skeleton.ts';

/**
 * Writes the files of a skeleton and edits those that list the packs; all of it, or nothing.
 *
 * @param root folder of the project.
 * @returns a line for each file.
 * @throws StartRefusedError when one of the files is there, or a list of packs cannot be read.
 */
export function writeNewFiles(root: string, { files, registrations }: Skeleton, dryRun: boolean): string[] {
  const there = Object.keys(files).filter((file) => existsSync(path.join(root, file)));
  if (there.length > 0)
    throw new StartRefusedError(`Nothing was written: there is ${there.join(', ')} already.`);
  const edited = registrations.map(({ file, edit }) => {
    const content = edit(readFileSync(path.join(root, file), 'utf8'));
    if (content === undefined)
      throw new StartRefusedError(`Nothing was written: ${file} has no list of packs that can be read.`);
    return [file, content] as const;
  });
  if (!dryRun) {
    for (const [file, text] of Object.entries(files)) {
      const target = path.join(root, file);
      mkdirSync(path.dirname(target), { recursive: true });
      writeFileSync(target, text, { flag: 'wx' });
    }
    for (const [file, content] of edited) writeFileSync(path.join(root, file), content);
  }
  const would = dryRun ? 'would write ' : 'wrote ';
  return [
    ...Object.keys(files).map((file) => `${would}${file}`),
    ...edited.map(([file]) => `${dryRun ? 'would register' : 'registered'} it in ${file}`),
  ];
}
