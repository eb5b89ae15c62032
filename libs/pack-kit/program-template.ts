import type { OfflineMessage, ReplyTemplate } from './offline-tool-hints.ts';

/** Context of the message for which a program is written. */
export interface ProgramFacts {
  contactId: string | null;
  /** The member of the org who wrote the message; null for a contact. */
  userId: string | null;
  now: Date;
  /** Time zone of the org (IANA name). */
  timezone: string;
}

/** A program that the offline model writes instead of single calls. Other models receive it as an example. */
export interface ProgramTemplate {
  /** snake_case and unique in its pack. */
  name: string;
  /** Agents that can use the template. */
  agents: readonly string[];
  /** The tool that the program replaces; the program receives the tool's arguments from the message as `wish`. */
  tool: string;
  applies: (message: OfflineMessage, known: ProgramFacts) => boolean;
  /** Body of the program. It can use `wish` and `contactId` (string or null), and returns an object. */
  code: string;
  /** Returns true if the value answers the request; otherwise the tool is called directly. */
  answers?: (value: never) => boolean;
  /** Writes the reply for the value, by language. */
  reply: { en: ReplyTemplate; ar?: ReplyTemplate };
  /** Calls of the program besides `tool`; they are made one by one when programs are off. */
  singleCalls?: (known: ProgramFacts) => { tool: string; arguments: Record<string, unknown> }[];
}
