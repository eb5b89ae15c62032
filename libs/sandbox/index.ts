export { answerJson } from './answer-json.ts';
export { CALLS_IN_FLIGHT, effectiveLimits, STEPS_OF_PROGRAM, type ProgramLimits } from './limits.ts';
export type {
  Program,
  ProgramErrorCode,
  ProgramOutcome,
  RecordedAnswer,
  ToolAnswer,
  ToolRequest,
} from './program.ts';
export { ProgramWaitsError } from './sandbox.errors.ts';
export { SandboxModule } from './sandbox.module.ts';
export { Sandbox } from './sandbox.ts';
export { SharedSandbox } from './shared-sandbox.ts';
