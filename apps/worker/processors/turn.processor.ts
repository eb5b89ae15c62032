import { RunLaterError, type JobPayload, type JobProcessor, type JobRun } from '#queue';
import type { TurnRunner } from '#turns';

async function runTurn(runner: TurnRunner, payload: JobPayload<'turn.chat'>, run: JobRun): Promise<void> {
  const outcome = await runner.run(payload.orgId, payload.turnId, run.lastAttempt);
  if (outcome.kind === 'later') throw new RunLaterError(outcome.delayMs, outcome.reason);
  if (outcome.kind === 'retry') throw outcome.error;
}

/** Turns of every channel but voice. */
export class ChatTurnProcessor implements JobProcessor<'turn.chat'> {
  readonly job = 'turn.chat';

  constructor(private readonly runner: TurnRunner) {}

  process(payload: JobPayload<'turn.chat'>, run: JobRun): Promise<void> {
    return runTurn(this.runner, payload, run);
  }
}

/** Voice turns: slots of their own, so that a backlog of chat never delays them. */
export class VoiceTurnProcessor implements JobProcessor<'turn.voice'> {
  readonly job = 'turn.voice';

  constructor(private readonly runner: TurnRunner) {}

  process(payload: JobPayload<'turn.voice'>, run: JobRun): Promise<void> {
    return runTurn(this.runner, payload, run);
  }
}
