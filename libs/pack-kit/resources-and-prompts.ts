import type { Clock } from './ports/clock.ts';
import type { CallerKind } from '#contracts';
import type { OrgTransaction } from './ports/org-transaction.ts';
import type { Content, ResourceContent } from './content.ts';

/** What the resources and prompts of a pack may use: they only read. */
export interface FaceContext {
  org: { id: string; slug: string };
  caller: { kind: CallerKind; userId?: string };
  /** That the client has said it belongs to. */
  conversationId?: string;
  clock: Clock;
  /** IANA name. */
  timezone: string;
  read<Result>(work: (tx: OrgTransaction) => Promise<Result>): Promise<Result>;
}

/** Staff read every conversation of their org, others the one that they belong to. */
export function readsConversation(
  { caller, conversationId }: Pick<FaceContext, 'caller' | 'conversationId'>,
  id: string,
): boolean {
  return caller.kind !== 'contact' || conversationId === id;
}

/** Values that begin with `typed`, best first; a client shows a few of them. */
export type Complete = (typed: string, context: FaceContext) => Promise<string[]>;

/** Something that a client can read by its URI (MCP). */
export interface ResourceSpec {
  /** Such as `contact://{contactId}`: each `{name}` stands for one part without `/`, `?` or `#`. Without any it is one thing. */
  uri: string;
  name: string;
  title?: string;
  description: string;
  mimeType: string;
  /**
   * Reads it.
   *
   * @param values what stands in the URI for each `{name}`, decoded.
   * @returns undefined when the org has no such thing.
   */
  read(values: Record<string, string>, context: FaceContext): Promise<Body | undefined>;
  /** By `{name}`. */
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

/** A conversation that a person can begin with, such as "qualify lead" (MCP). */
export interface PromptSpec {
  /** snake_case. */
  name: string;
  title: string;
  description: string;
  arguments: PromptArgument[];
  /**
   * @param given the arguments; those that are required are there.
   * @throws ToolError NOT_FOUND, VALIDATION_FAILED for arguments that do not fit.
   */
  messages(given: Record<string, string>, context: FaceContext): Promise<PromptText[]>;
}

/** What stands at `uri`, as clients are given it. */
export function contentOf(
  resource: Pick<ResourceSpec, 'mimeType'>,
  uri: string,
  body: Body,
): ResourceContent {
  return { uri, mimeType: resource.mimeType, ...body };
}

/** The values of a URI for each `{name}` of the template; undefined when it does not fit. */
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
