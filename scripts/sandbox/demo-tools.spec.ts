import { callDemoTool } from './demo-tools.ts';

it('wait no longer than their program', async () => {
  const program = new AbortController();
  const input = { milliseconds: 60_000 };
  const waiting = callDemoTool({
    sequence: 1,
    tool: 'wait',
    input,
    json: JSON.stringify(input),
    signal: program.signal,
    remainingMs: 10_000,
  });
  program.abort();
  await expect(waiting).rejects.toThrow(/aborted/);
});
