import type { OfflineMessage, ReplyTemplate } from './offline-tool-hints.ts';

/** What is known around the message that a program is written for. */
export interface ProgramFacts {
  contactId: string | null;
  /** The member of the org who writes; null for an end customer. */
  userId: string | null;
  now: Date;
  /** IANA name, of the org. */
  timezone: string;
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
  /** Body of the program. It finds `wish` and `contactId` (a text or null), and returns an object. */
  code: string;
  /** Whether the value answers the request; the tool is called by itself where not. */
  answers?: (value: never) => boolean;
  /** Words the value for a person, as the reply of a tool does. */
  reply: { en: ReplyTemplate; ar?: ReplyTemplate };
  /** What the program calls besides `tool`: the calls that are made one by one where there are no programs. */
  singleCalls?: (known: ProgramFacts) => { tool: string; arguments: Record<string, unknown> }[];
}
