import type { Clock } from './ports/clock.ts';
import type { CallerKind } from '#contracts';
import type { OrgTransaction } from './ports/org-transaction.ts';
import type { Content, ResourceContent } from './content.ts';

/** Context of a pack's resources and prompts, which may only read. */
export interface ResourceContext {
  org: { id: string; slug: string };
  caller: { kind: CallerKind; userId?: string };
  /** The conversation that the client named in its URL. */
  conversationId?: string;
  clock: Clock;
  /** IANA name. */
  timezone: string;
  read<Result>(work: (tx: OrgTransaction) => Promise<Result>): Promise<Result>;
}

/** Staff may read every conversation of their org, contacts only their own. */
export function readsConversation(
  { caller, conversationId }: Pick<ResourceContext, 'caller' | 'conversationId'>,
  id: string,
): boolean {
  return caller.kind !== 'contact' || conversationId === id;
}

/** Returns values that begin with `typed`, best first; clients show the first few. */
export type Complete = (typed: string, context: ResourceContext) => Promise<string[]>;

/** An MCP resource, which a client reads by its URI. */
export interface ResourceSpec {
  /** URI or URI template, such as `contact://{contactId}`; each `{name}` matches one part without `/`, `?` or `#`. */
  uri: string;
  name: string;
  title?: string;
  description: string;
  mimeType: string;
  /**
   * Reads the resource.
   *
   * @param values decoded values of the URI for each `{name}`.
   * @returns undefined if the org has no such resource.
   */
  read(values: Record<string, string>, context: ResourceContext): Promise<Body | undefined>;
  /** Completions by `{name}`. */
  complete?: Record<string, Complete>;
}

/** Text, or bytes as base64. */
type Body = { text: string } | { blob: string };

export interface PromptArgument {
  name: string;
  description: string;
  required: boolean;
  complete?: Complete;
}

export interface PromptText {
  role: 'user' | 'assistant';
  content: Content;
}

/** A message of the user. */
export const userText = (text: string): PromptText => ({ role: 'user', content: { type: 'text', text } });

/** An MCP prompt: opening messages of a conversation, such as "qualify lead". */
export interface PromptSpec {
  /** snake_case. */
  name: string;
  title: string;
  description: string;
  arguments: PromptArgument[];
  /**
   * @param given the arguments; required ones are present.
   * @throws ToolError NOT_FOUND, VALIDATION_FAILED for invalid arguments.
   */
  messages(given: Record<string, string>, context: ResourceContext): Promise<PromptText[]>;
}

/** The content of the resource at `uri`, as sent to clients. */
export function contentOf(
  resource: Pick<ResourceSpec, 'mimeType'>,
  uri: string,
  body: Body,
): ResourceContent {
  return { uri, mimeType: resource.mimeType, ...body };
}

/** The values of a URI for each `{name}` of the template; undefined if the URI does not match. */
export function matchUri(template: string, uri: string): Record<string, string> | undefined {
  const names: string[] = [];
  const pattern = template
    .split(/(\{\w+\})/)
    .map((part) => {
      const name = /^\{(\w+)\}$/.exec(part)?.[1];
      if (name === undefined) return part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
      names.push(name);
      return '([^/?#]+)';
    })
    .join('');
  const found = new RegExp(`^${pattern}$`).exec(uri);
  if (!found) return undefined;
  try {
    return Object.fromEntries(names.map((name, index) => [name, decodeURIComponent(found[index + 1] ?? '')]));
  } catch {
    return undefined;
  }
}
