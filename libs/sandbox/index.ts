export { Sandbox, type SandboxOptions } from './sandbox.ts';
export type {
  Program,
  ProgramCall,
  ProgramErrorCode,
  ProgramOutcome,
  RecordedAnswer,
  ToolAnswer,
  ToolRequest,
} from './program.ts';
