import type { OfflineMessage, ReplyTemplate } from './offline-tool-hints.ts';

/** What is known around the message that a program is written for. */
export interface ProgramFacts {
  contactId: string | null;
  /** The member of the org who writes; null for an end customer. */
  userId: string | null;
  now: Date;
  /** IANA name, of the org. */
  timezone: string;
  /** The one id with this prefix that the conversation spoke of last, where `wish` and the template that has it are read. */
  told?: (prefix: string) => string | undefined;
  /** The value of the program that this template gave last in the conversation, where `tells` is read. */
  before?: unknown;
}

/**
 * A program that the offline model writes in place of single calls, and the pattern of what other models are to write.
 */
export interface ProgramTemplate {
  /** snake_case and unique in its pack. */
  name: string;
  /** Agents whose requests it serves. */
  agents: readonly string[];
  /** The tool in whose place it stands; `wish` is what the message gives as its arguments. */
  tool: string;
  applies: (message: OfflineMessage, known: ProgramFacts) => boolean;
  /**
   * The pack's own reading of `wish`. A template that has it is chosen by `applies` alone, whatever other tool the words
   * of the message fit, and once more for a message that points back to it.
   */
  wish?: (message: OfflineMessage, known: ProgramFacts) => Record<string, unknown> | undefined;
  /** What the message says beyond the arguments of the tool: the program finds it as `told`. */
  tells?: (message: OfflineMessage, known: ProgramFacts) => Record<string, unknown>;
  /** Body of the program. It finds `wish`, `contactId` (a text or null) and `told`, and returns an object. */
  code: string;
  /** Whether the value answers the request; the tool is called by itself where not. */
  answers?: (value: never) => boolean;
  /** Words the value for a person, as the reply of a tool does. */
  reply: { en: ReplyTemplate; ar?: ReplyTemplate };
  /** What the program calls besides `tool`: the calls that are made one by one where there are no programs. */
  singleCalls?: (known: ProgramFacts) => { tool: string; arguments: Record<string, unknown> }[];
}
