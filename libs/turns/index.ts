export { MessageIntake, type Sender } from './accept/message-intake.service.ts';
export { CursorError } from './cursor.ts';
export { Sweeper } from './sweeper.service.ts';
export { TurnControl } from './turn-control.service.ts';
export { TurnEvents } from './turn-events.service.ts';
export { TurnRunner, type RunOutcome } from './turn-runner.ts';
export { MessageRefusedError } from './turn.errors.ts';
export { TurnReadModel } from './turn.read-model.ts';
export { TurnsModule, TurnWorkModule } from './turns.module.ts';
