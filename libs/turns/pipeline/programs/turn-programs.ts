import type { ModelTool } from '#models';
import type { ProgramLimits } from '#sandbox';
import type { RegisteredTool } from '#tools';

/** The programs that the model of a turn may write. */
export interface TurnPrograms {
  /** Tools that a program may call, by name, whether or not they are offered. */
  callable: ReadonlyMap<string, RegisteredTool>;
  /** Tools whose signatures are in the prompt. The model does not receive their schemas. */
  signed: ReadonlySet<string>;
  /** The tools with signatures, in the form in which models receive tools. */
  functions: ModelTool[];
  prompt: string;
  limits: ProgramLimits;
}
