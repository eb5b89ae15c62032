import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { runProgram } from '../harness/run-program.ts';
import { temporaryFolder } from '../harness/temporary-folder.ts';

describe('npm run sandbox', () => {
  const folder = temporaryFolder();

  async function run(code: string, ...options: string[]): Promise<Record<string, unknown>> {
    const { out, err } = await end(code, ...options);
    expect(err).toBe('');
    return JSON.parse(out) as Record<string, unknown>;
  }

  async function end(code: string, ...options: string[]): Promise<{ out: string; err: string }> {
    const file = path.join(folder, 'program.js');
    await writeFile(file, code);
    const ended = await runProgram('scripts/sandbox', [file, ...options]);
    expect(ended).toMatchObject({ code: 0, out: expect.stringMatching(/^\{.*\}\n$/) });
    return ended;
  }

  it('prints one line of JSON for a program that called demo tools', async () => {
    const code = `console.log('asked'); return (await list_homes({ city: 'Paphos' })).length`;
    expect(await run(code, '--tools', 'demo')).toEqual({
      ok: true,
      value: 13,
      errorCode: null,
      error: null,
      logs: ['asked'],
      toolCalls: [expect.objectContaining({ tool: 'list_homes', input: '{"city":"Paphos"}', ok: true })],
      wallMs: expect.any(Number),
      cpuMs: expect.any(Number),
      memoryBytes: expect.any(Number),
    });
  });

  it.each([
    ['never ends', `for (;;) {}`, 'CPU_TIME'],
    ['cannot be read', `return (`, 'SYNTAX'],
  ])('exits with 0 and reports a program that %s', async (_what, code, errorCode) => {
    expect(await run(code)).toMatchObject({ ok: false, value: null, errorCode, toolCalls: [] });
  });

  it.each([
    [[], 'echo', 'No tool is callable without --tools demo, which offers: list_homes'],
    [['--tools', 'demo'], 'send_mail', 'The callable tools are: list_homes'],
  ])('names the callable tools when a program calls another one (%j)', async (options, tool, hint) => {
    const { out, err } = await end(`return await ${tool}({})`, ...options);
    expect(JSON.parse(out)).toMatchObject({
      ok: false,
      value: null,
      errorCode: 'TOOL_NOT_ALLOWED',
      toolCalls: [],
    });
    expect(err).toContain(hint);
  });

  it.each([
    [[], 'FILE is missing'],
    [['/nowhere/program.js'], '/nowhere/program.js cannot be read'],
  ])('rejects %j and says what it expects', async (args, problem) => {
    expect(await runProgram('scripts/sandbox', args)).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringContaining(problem),
    });
  });
});
