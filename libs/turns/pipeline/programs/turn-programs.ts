import type { ModelTool } from '#models';
import type { ProgramLimits } from '#sandbox';
import type { RegisteredTool } from '#tools';

/** The programs that the model of a turn may write. */
export interface TurnPrograms {
  /** Tools that a program may call, by name, offered or not. */
  callable: ReadonlyMap<string, RegisteredTool>;
  /** Tools whose signatures are in the prompt; the model receives no schemas of them. */
  signed: ReadonlySet<string>;
  /** The signed tools as models receive tools. */
  functions: ModelTool[];
  /** Part of the system prompt. */
  prompt: string;
  limits: ProgramLimits;
}
