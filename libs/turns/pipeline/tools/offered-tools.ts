import type { ToolIndex } from '#broker';
import type { ModelTool } from '#models';
import {
  describeTool,
  toSearchResults,
  type RegisteredTool,
  type Scope,
  type ToolCaller,
  type ToolSearchResult,
} from '#tools';
import { ToolError, type FoundTool, type ToolDiscovery } from '#pack-kit';
import { fraction, type SettingReader } from '#identity';
import type { RecordedToolCall } from '../recorded-calls.ts';

const MAX_SEARCHES = 3;
/** OpenAI refuses more than 128, one of which may run programs ("Create chat completion", tools). A search finds others. */
const MAX_OFFERED = 127;

/** The caller for whom the tools are described. */
type DescribedFor = Pick<ToolCaller, 'caller' | 'datasets' | 'artifactKinds'>;

/** The tools of a turn, and the tools that a search can find. */
export interface OfferedFrom {
  orgId: string;
  scope: Scope;
  caller: DescribedFor;
  /** The tools that the broker chose, in its order. */
  offered: readonly ModelTool[];
  settings: SettingReader;
}

/**
 * The tools that the model is offered in one run of a turn: the tools that the broker chose, followed from the next round
 * on by tools that `tool_search` found.
 */
export class OfferedTools implements ToolDiscovery {
  private readonly chosen: readonly ModelTool[];
  private readonly names: Set<string>;
  private readonly added: ModelTool[] = [];
  private searches = 0;

  constructor(
    private readonly from: OfferedFrom,
    private readonly index: ToolIndex,
  ) {
    this.chosen = from.offered.slice(0, MAX_OFFERED);
    this.names = new Set(this.chosen.map(({ name }) => name));
  }

  /** The tools for the next round. */
  get tools(): ModelTool[] {
    return [...this.chosen.slice(0, MAX_OFFERED - this.added.length), ...this.added];
  }

  async search(query: string, most: number): Promise<{ tools: FoundTool[]; hidden: string[] }> {
    if (this.searches >= MAX_SEARCHES) {
      throw new ToolError(
        'LIMIT_EXCEEDED',
        `A turn may search for tools ${MAX_SEARCHES} times; continue without searching.`,
      );
    }
    this.searches += 1;
    const hidden = this.usable.filter(({ tool }) => !this.names.has(tool.name));
    const minScore = fraction(this.from.settings, 'TOOL_SEARCH_MIN_SCORE');
    const matches = await this.index.search(hidden, query, { orgId: this.from.orgId, most, minScore });
    return {
      tools: toSearchResults(matches, this.from.caller),
      hidden: hidden.map(({ tool }) => tool.name),
    };
  }

  /** Counts a search of an earlier run towards the limit of this run. */
  replay(call: RecordedToolCall): void {
    if (call.found) this.searches += 1;
  }

  /** Offers the tools that the calls of a round found. */
  offerFound(calls: readonly RecordedToolCall[]): void {
    for (const name of calls.flatMap(({ found }) => found ?? [])) {
      const registered = this.usable.find(({ tool }) => tool.name === name);
      if (!registered || this.names.has(name)) continue;
      this.names.add(name);
      this.added.push(describeTool(registered, this.from.caller));
    }
  }

  private get usable(): RegisteredTool[] {
    return this.from.scope.usable.map(({ registered }) => registered);
  }
}

/** The names of the tools that a call of `tool_search` found. */
export function namesFound(data: unknown): string[] {
  return (data as ToolSearchResult).tools.map(({ name }) => name);
}
