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
const DEAF = `
  process.on('SIGTERM', () => undefined);
  setTimeout(() => undefined, 600_000);
  require('node:fs').writeSync(3, 'runs');
`;
const outer = (program) => `
  import { captureProgram } from ${JSON.stringify(pathToFileURL(at('scripts/lib/processes.mjs')).href)};
  await captureProgram(process.execPath, ['-e', ${JSON.stringify(program)}], { stdio: ['ignore', 'pipe', 'pipe', 2] });
  console.error('goes on');
`;

describe('a program whose output is captured', () => {
  /** Tells the process to stop as soon as the program runs. */
  async function stopped(program) {
    const child = spawn(process.execPath, ['--input-type=module', '-e', outer(program)], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text) => {
      said += text;
      if (text.includes('runs')) child.kill('SIGTERM');
    });
    const [, signal] = await once(child, 'close');
    return { said, signal };
  }

  it('has ended when this process is told to stop and does', async () => {
    const { said, signal } = await stopped(SLOW);
    expect(signal).toBe('SIGTERM');
    expect(said).toContain('Stopping …');
    expect(said).toContain('ended');
    expect(said).not.toContain('goes on');
  });

  it('is killed where it takes no notice', async () => {
    const { said, signal } = await stopped(DEAF);
    expect(signal).toBe('SIGTERM');
    expect(said).not.toContain('goes on');
  });
});
