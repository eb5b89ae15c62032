/**
 * A rollup source: the rows of one view of the schema `analytics`, rolled up by dimensions into sums and histograms.
 * The first sum counts rows.
 */
export interface Source {
  /** View in the schema `analytics`. */
  view: string;
  table: string;
  /** Columns of the view, in the order of the bits of `summed_over`, highest first. */
  dimensions: readonly Dimension[];
  /**
   * SQL over the view's rows by target column. The sums are additive, for example from hours to days and from agents to
   * the total.
   */
  sums: Readonly<Record<string, string>>;
  histograms: readonly string[];
}

export const dimensions = ['tool', 'agent', 'channel', 'model', 'intents', 'broker_mode'] as const;
export type Dimension = (typeof dimensions)[number];

const OF_TURNS = ['agent', 'channel', 'model', 'intents', 'broker_mode'] as const;

const countOf = (condition: string) => `count(*) FILTER (WHERE ${condition})`;
const sumOf = (column: string) => `coalesce(sum(${column}), 0)`;

export const sources = {
  turns: {
    view: 'turns',
    table: 'turn_rollups',
    dimensions: OF_TURNS,
    sums: {
      turns: 'count(*)',
      conversations: countOf('begins_conversation'),
      completed: countOf(`first_outcome = 'completed'`),
      failed: countOf(`first_outcome = 'failed'`),
      retries: sumOf('retries'),
      recovered: countOf(`state = 'completed' AND retries > 0`),
      prompt_tokens: sumOf('prompt_tokens'),
      cached_tokens: sumOf('cached_tokens'),
      completion_tokens: sumOf('completion_tokens'),
      cost_usd: sumOf('cost_usd'),
      decisions: 'count(tools_offered)',
      tools_in_scope: sumOf('tools_in_scope'),
      tools_offered: sumOf('tools_offered'),
      tokens_saved: sumOf('tokens_saved'),
      cached_tokens_lost: sumOf('cached_tokens_lost'),
      measured: countOf('broker_measured'),
      in_brokered_set: countOf('in_brokered_set'),
      feedback_up: sumOf('feedback_up'),
      feedback_down: sumOf('feedback_down'),
      insights_used: countOf('insights_used'),
      asked_back: countOf('asked_back'),
    },
    histograms: ['latency_ms', 'waited_ms', 'queue_wait_ms', 'selection_us'],
  },
  toolCalls: {
    view: 'tool_calls',
    table: 'tool_call_rollups',
    dimensions: ['tool', ...OF_TURNS],
    sums: {
      calls: 'count(*)',
      succeeded: countOf('success'),
      cached: countOf('cached'),
      from_program: countOf('from_program'),
      capability_uses: 'count(capability)',
    },
    histograms: ['duration_ms'],
  },
  toolChoices: {
    view: 'tool_choices',
    table: 'tool_choice_rollups',
    dimensions: ['tool', ...OF_TURNS],
    sums: {
      choices: 'count(*)',
      missed: countOf('missed'),
      missed_and_searched: countOf('missed AND found_by_search'),
    },
    histograms: [],
  },
  modelCalls: {
    view: 'model_calls',
    table: 'model_call_rollups',
    dimensions: OF_TURNS,
    sums: {
      calls: 'count(*)',
      succeeded: countOf('success'),
      prompt_tokens: sumOf('prompt_tokens'),
      cached_tokens: sumOf('cached_tokens'),
      completion_tokens: sumOf('completion_tokens'),
      cost_usd: sumOf('cost_usd'),
    },
    histograms: ['latency_ms'],
  },
} as const satisfies Record<string, Source>;

export type SourceName = keyof typeof sources;
export const sourceNames = Object.keys(sources) as SourceName[];

/** The grain of a block. Weeks only have coarser dimension sets; queries by other dimensions use their days. */
export type Grain = 'hour' | 'day' | 'week';

/** Maximum number of dimensions of a coarser set: two for the groups of a query and one for a filter. */
const DIMENSIONS_APART: Record<Grain, number> = { hour: 1, day: 3, week: 3 };

/**
 * Returns the coarser dimension sets of a source, small ones first: the sets of usual queries, and sets without one
 * dimension, for queries with filters. Each is stored only if it is much smaller than the finest set (see
 * `coarser-blocks.ts`).
 */
export function coarserSets({ dimensions: all }: Pick<Source, 'dimensions'>, grain: Grain): Dimension[][] {
  const most = Math.min(DIMENSIONS_APART[grain], all.length - 2);
  const sets: Dimension[][] = [[]];
  for (const dimension of all)
    sets.push(...sets.filter((set) => set.length < most).map((set) => [...set, dimension]));
  return [
    ...sets.toSorted((a, b) => a.length - b.length),
    ...all.map((without) => all.filter((one) => one !== without)),
  ];
}

/** Returns the bits of the requested dimensions; a set has all of them if none of these bits is set in its `summed_over`. */
export function bitsOf(source: Pick<Source, 'dimensions'>, wanted: ReadonlySet<Dimension>): number {
  return source.dimensions.reduce((bits, dimension) => bits * 2 + (wanted.has(dimension) ? 1 : 0), 0);
}
