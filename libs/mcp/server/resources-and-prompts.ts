import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError } from '@modelcontextprotocol/server';
import type {
  CompleteResult,
  GetPromptResult,
  Prompt,
  ReadResourceResult,
  Resource,
  ResourceTemplateType,
} from '@modelcontextprotocol/server';
import type { Database } from '#database';
import {
  contentOf,
  matchUri,
  type Complete,
  type ResourceContext,
  type PromptSpec,
  type ResourceSpec,
} from '#pack-kit';
import type { OpenedConnection } from './mcp-connection.ts';

/** Maximum number of suggestions in one answer, set by the protocol. */
const MAX_SUGGESTIONS = 100;

/** Resources of the platform, and resources and prompts of the org's packs, for one caller. */
export class ResourcesAndPrompts {
  private readonly context: ResourceContext;
  private readonly resourceSpecs: readonly ResourceSpec[];
  private readonly promptSpecs: readonly PromptSpec[];

  constructor({ caller, packs, resources }: OpenedConnection, database: Database) {
    this.resourceSpecs = [...packs.flatMap((pack) => pack.resources ?? []), ...resources];
    this.promptSpecs = packs.flatMap((pack) => pack.prompts ?? []);
    const { org, clock, timezone } = caller;
    this.context = {
      org,
      caller: { kind: caller.caller.kind, userId: caller.caller.userId },
      conversationId: caller.conversationId,
      clock,
      timezone,
      read: (work) => database.forOrg(org.id, work),
    };
  }

  get resources(): Resource[] {
    return this.resourceSpecs
      .filter(({ uri }) => !isTemplate(uri))
      .map(({ uri, ...rest }) => ({ uri, ...descriptionOf(rest) }));
  }

  get templates(): ResourceTemplateType[] {
    return this.resourceSpecs
      .filter(({ uri }) => isTemplate(uri))
      .map(({ uri, ...rest }) => ({ uriTemplate: uri, ...descriptionOf(rest) }));
  }

  get prompts(): Prompt[] {
    return this.promptSpecs.map(({ name, title, description, arguments: taken }) => ({
      name,
      title,
      description,
      arguments: taken.map(({ name: argument, description: about, required }) => ({
        name: argument,
        description: about,
        required,
      })),
    }));
  }

  /** @throws ResourceNotFoundError, also for a resource of another org. */
  async read(uri: string): Promise<ReadResourceResult> {
    for (const spec of this.resourceSpecs) {
      const values = matchUri(spec.uri, uri);
      const body = values && (await spec.read(values, this.context));
      if (body) return { contents: [contentOf(spec, uri, body)] };
    }
    throw new ResourceNotFoundError(uri);
  }

  /** @throws ProtocolError for an unknown prompt or missing arguments. */
  async prompt(name: string, given: Record<string, string> = {}): Promise<GetPromptResult> {
    const spec = this.promptSpecs.find((known) => known.name === name);
    if (!spec) throw invalid(`There is no prompt named ${name}.`);
    const missing = spec.arguments.filter((each) => each.required && !given[each.name]);
    if (missing.length > 0)
      throw invalid(`The prompt ${name} needs: ${missing.map((each) => each.name).join(', ')}.`);
    return { description: spec.description, messages: await spec.messages(given, this.context) };
  }

  /** Suggests values for a partly typed argument; no suggestions if the pack defines no completion. */
  async complete(
    ref: { type: 'ref/prompt'; name: string } | { type: 'ref/resource'; uri: string },
    argument: { name: string; value: string },
  ): Promise<CompleteResult> {
    const complete =
      ref.type === 'ref/prompt'
        ? this.completionOfPrompt(ref.name, argument.name)
        : this.completionOfResource(ref.uri, argument.name);
    const values = (await complete?.(argument.value, this.context)) ?? [];
    const shown = values.slice(0, MAX_SUGGESTIONS);
    return { completion: { values: shown, total: values.length, hasMore: shown.length < values.length } };
  }

  private completionOfPrompt(name: string, argument: string): Complete | undefined {
    const spec = this.promptSpecs.find((known) => known.name === name);
    if (!spec) throw invalid(`There is no prompt named ${name}.`);
    return spec.arguments.find((known) => known.name === argument)?.complete;
  }

  private completionOfResource(uri: string, argument: string): Complete | undefined {
    const spec = this.resourceSpecs.find((known) => known.uri === uri);
    if (!spec) throw invalid(`There is no resource ${uri}.`);
    // Own properties only: every object inherits `constructor` and `toString`.
    return spec.complete && Object.hasOwn(spec.complete, argument) ? spec.complete[argument] : undefined;
  }
}

function isTemplate(uri: string): boolean {
  return uri.includes('{');
}

function descriptionOf({ name, title, description, mimeType }: Omit<ResourceSpec, 'uri'>) {
  return { name, title, description, mimeType };
}

function invalid(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}
