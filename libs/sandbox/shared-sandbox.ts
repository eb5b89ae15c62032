import type { BeforeApplicationShutdown } from '@nestjs/common';
import type { Program, ProgramOutcome } from './program.ts';
import { Sandbox, type SandboxOptions } from './sandbox.ts';
import { SandboxStoppedError } from './sandbox.errors.ts';

/** The sandbox of a process. The first program starts it, so that a process without programs holds no threads. */
export class SharedSandbox implements BeforeApplicationShutdown {
  private started: Promise<Sandbox> | undefined;
  private isStopped = false;

  constructor(private readonly options: SandboxOptions) {}

  /** See {@link Sandbox.run}. */
  async run(program: Program): Promise<ProgramOutcome> {
    const sandbox = await this.start();
    return sandbox.run(program);
  }

  /** Starts the sandbox ahead of its first program. The next program retries a failed start. */
  async start(): Promise<Sandbox> {
    if (this.isStopped) throw new SandboxStoppedError();
    this.started ??= Sandbox.start(this.options).catch((error: unknown) => {
      this.started = undefined;
      throw error;
    });
    return this.started;
  }

  /** Stops the sandbox. Pending calls of `run` reject with SandboxStoppedError. */
  async beforeApplicationShutdown(): Promise<void> {
    this.isStopped = true;
    const sandbox = await this.started?.catch(() => undefined);
    await sandbox?.stop();
  }
}
