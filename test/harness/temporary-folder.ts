import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A new folder, which is removed after the suite that calls this function. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'turnpike-test-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
