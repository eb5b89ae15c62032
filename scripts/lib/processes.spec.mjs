import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { pathToFileURL } from 'node:url';
import { at } from './project.mjs';

/** Takes a moment to end, and says so by a descriptor that is not captured. */
const SLOW = `
  const say = (text) => require('node:fs').writeSync(3, text);
  process.on('SIGTERM', () => setTimeout(() => { say('ended'); process.exit(); }, 200));
  setTimeout(() => undefined, 10_000);
  say('runs');
`;
const OUTER = `
  import { captureProgram } from ${JSON.stringify(pathToFileURL(at('scripts/lib/processes.mjs')).href)};
  await captureProgram(process.execPath, ['-e', ${JSON.stringify(SLOW)}], { stdio: ['ignore', 'pipe', 'pipe', 2] });
  console.error('goes on');
`;

describe('a program whose output is captured', () => {
  it('has ended when this process is told to stop and does', async () => {
    const outer = spawn(process.execPath, ['--input-type=module', '-e', OUTER], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    outer.stderr.setEncoding('utf8').on('data', (text) => {
      said += text;
      if (text.includes('runs')) outer.kill('SIGTERM');
    });
    const [, signal] = await once(outer, 'close');
    expect(signal).toBe('SIGTERM');
    expect(said).toContain('Stopping …');
    expect(said).toContain('ended');
    expect(said).not.toContain('goes on');
  });
});
