import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { TurnpikeError } from '#contracts';
import { runProcess, START_OPTIONS } from './run-process.ts';

class Exited extends Error {}

/** Starts a process whose module throws `error`; what it wrote, and its exit code. */
async function startWith(error: Error): Promise<{ output: string; code: unknown }> {
  @Module({
    providers: [
      {
        provide: 'broken',
        useFactory: () => {
          throw error;
        },
      },
    ],
  })
  class BrokenModule {}
  let output = '';
  let code: unknown;
  const write = (text: unknown) => {
    output += String(text);
    return true;
  };
  const spies = [
    jest.spyOn(process.stdout, 'write').mockImplementation(write),
    jest.spyOn(process.stderr, 'write').mockImplementation(write),
    jest.spyOn(process, 'exit').mockImplementation((given) => {
      code = given;
      throw new Exited();
    }),
  ];
  try {
    await runProcess(() => NestFactory.create(BrokenModule, new FastifyAdapter(), START_OPTIONS));
  } catch (thrown) {
    if (!(thrown instanceof Exited)) throw thrown;
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
  return { output, code };
}

describe('a process that cannot start', () => {
  it('prints only the message of an expected error', async () => {
    const error = new TurnpikeError('Pack a: two tools are called b.', {
      code: 'REGISTRY',
      kind: 'not_configured',
    });
    expect(await startWith(error)).toEqual({ output: 'Pack a: two tools are called b.\n', code: 1 });
  });

  it('prints the stack of an unexpected error', async () => {
    const { output, code } = await startWith(new Error('what is this'));
    expect([output.split('\n')[0], code]).toEqual(['Error: what is this', 1]);
    expect(output).toMatch(/run-process\.spec\.ts/);
  });
});
