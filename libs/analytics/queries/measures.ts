import { wordList } from '#contracts';
import type { AnalyticsMeasure, AnalyticsMeasureView } from '#contracts/console';
import { sources, type SourceName } from '../rollups/sources.ts';

/** Returns the SQL of a sum by its name, over rows or over rollups. */
export type SumSql = (name: string) => string;

export interface Measure extends Pick<AnalyticsMeasureView, 'label' | 'group' | 'description' | 'unit'> {
  source: SourceName;
  /** A measure computed from sums. */
  value?: (sum: SumSql) => string;
  /** A percentile read from the histogram of a column. */
  percentile?: { column: string; fraction: number };
}

const share = (part: string, whole: string) => `(${part})::float8 / nullif(${whole}, 0)`;

/** Measures of one source, in the order of the menu. */
function group<Name extends AnalyticsMeasure>(
  name: string,
  source: SourceName,
  measures: Record<Name, Omit<Measure, 'group' | 'source'>>,
): Record<Name, Measure> {
  const entries = Object.entries<Omit<Measure, 'group' | 'source'>>(measures);
  return Object.fromEntries(entries.map(([key, one]) => [key, { ...one, group: name, source }])) as Record<
    Name,
    Measure
  >;
}

const sumOf = (
  sum: string,
  label: string,
  description: string,
  unit: Measure['unit'] = 'count',
): Omit<Measure, 'group' | 'source'> => ({ label, description, unit, value: (sql) => sql(sum) });

function percentileOf(
  column: string,
  fraction: number,
  what: string,
  unit: 'ms' | 'us' = 'ms',
): Omit<Measure, 'group' | 'source'> {
  const percent = `p${Math.round(fraction * 100)}`;
  return {
    label: `${what}, ${percent}`,
    description: `${what}: ${percent}. The error is at most 2 % if it is read from rollups.`,
    unit,
    percentile: { column, fraction },
  };
}

/** All measures. Statements are composed only from these SQL texts. */
export const measures: Readonly<Record<AnalyticsMeasure, Measure>> = {
  ...group('Turns', 'turns', {
    turns: sumOf('turns', 'Turns', 'Accepted messages.'),
    successRate: {
      label: 'Success rate',
      description: 'Share of completed turns among those that completed or failed at the first attempt.',
      unit: 'share',
      value: (sql) => share(sql('completed'), `${sql('completed')} + ${sql('failed')}`),
    },
    failedTurns: sumOf('failed', 'Failed turns', 'Turns whose first attempt failed.'),
    turnRetries: sumOf('retries', 'Retries', 'Times that people had failed turns run again.'),
    recoveredTurns: sumOf('recovered', 'Recovered turns', 'Failed turns that a retry completed.'),
    latencyP50: percentileOf('latency_ms', 0.5, 'Time to reply'),
    latencyP95: percentileOf('latency_ms', 0.95, 'Time to reply'),
    latencyP99: percentileOf('latency_ms', 0.99, 'Time to reply'),
    humanWaitP50: percentileOf('waited_ms', 0.5, 'Wait for people'),
    humanWaitP95: percentileOf('waited_ms', 0.95, 'Wait for people'),
    queueWaitP50: percentileOf('queue_wait_ms', 0.5, 'Wait in the queue'),
    queueWaitP95: percentileOf('queue_wait_ms', 0.95, 'Wait in the queue'),
    queueWaitP99: percentileOf('queue_wait_ms', 0.99, 'Wait in the queue'),
    tokens: {
      label: 'Tokens',
      description: 'Tokens that turns sent to models and received from them.',
      unit: 'tokens',
      value: (sql) => `${sql('prompt_tokens')} + ${sql('completion_tokens')}`,
    },
    promptTokens: sumOf(
      'prompt_tokens',
      'Prompt tokens',
      'Tokens sent to models, including cached ones.',
      'tokens',
    ),
    cachedTokens: sumOf(
      'cached_tokens',
      'Cached tokens',
      'Prompt tokens that providers had cached.',
      'tokens',
    ),
    completionTokens: sumOf('completion_tokens', 'Completion tokens', 'Tokens that models wrote.', 'tokens'),
    cost: sumOf('cost_usd', 'Cost', 'Cost of the model calls of turns, without their outbox tasks.', 'usd'),
    costPerTurn: {
      label: 'Cost per turn',
      description: 'Cost divided by turns.',
      unit: 'usd',
      value: (sql) => share(sql('cost_usd'), sql('turns')),
    },
  }),
  ...group('Tool broker', 'turns', {
    toolsInScope: {
      label: 'Tools in scope',
      description: 'Average number of tools that a turn could have used.',
      unit: 'number',
      value: (sql) => share(sql('tools_in_scope'), sql('decisions')),
    },
    toolsOffered: {
      label: 'Tools offered',
      description: 'Average number of tools that the model was offered (toolsOffered).',
      unit: 'number',
      value: (sql) => share(sql('tools_offered'), sql('decisions')),
    },
    toolInBrokeredSet: {
      label: 'Tools in the broker’s set',
      description:
        'Share of turns whose tools were all in the broker’s set, among the turns that called tools while it computed one.',
      unit: 'share',
      value: (sql) => share(sql('in_brokered_set'), sql('measured')),
    },
    tokensSaved: sumOf(
      'tokens_saved',
      'Tokens saved',
      'Schema tokens of the tools in scope minus those of the broker’s set.',
      'tokens',
    ),
    tokensSavedNet: {
      label: 'Tokens saved, net',
      description: 'Tokens saved minus the cached tokens that were lost because the list of tools changed.',
      unit: 'tokens',
      value: (sql) => `${sql('tokens_saved')} - ${sql('cached_tokens_lost')}`,
    },
    selectionP50: percentileOf('selection_us', 0.5, 'Selection time of the broker', 'us'),
    selectionP99: percentileOf('selection_us', 0.99, 'Selection time of the broker', 'us'),
  }),
  ...group('Tool broker', 'toolChoices', {
    brokerMisses: sumOf(
      'missed',
      'Broker misses',
      'Tools that a turn called although the broker had not chosen them.',
    ),
    brokerMissRate: {
      label: 'Broker miss rate',
      description: 'Share of misses among the called tools, each counted once per turn.',
      unit: 'share',
      value: (sql) => share(sql('missed'), sql('choices')),
    },
    toolSearchMisses: sumOf(
      'missed_and_searched',
      'tool_search misses',
      'Misses whose tool was then found by tool_search.',
    ),
  }),
  ...group('Tools', 'toolCalls', {
    toolCalls: sumOf('calls', 'Tool calls', 'Tool calls, including failed ones.'),
    toolSuccess: {
      label: 'Tool success',
      description: 'Share of successful calls among all tool calls.',
      unit: 'share',
      value: (sql) => share(sql('succeeded'), sql('calls')),
    },
    toolLatencyP50: percentileOf('duration_ms', 0.5, 'Time of a tool call'),
    toolLatencyP95: percentileOf('duration_ms', 0.95, 'Time of a tool call'),
    toolLatencyP99: percentileOf('duration_ms', 0.99, 'Time of a tool call'),
    cacheHits: sumOf('cached', 'Cache hits', 'Tool calls that were answered from the cache.'),
    cacheHitRate: {
      label: 'Cache hit rate',
      description: 'Share of cache hits among tool calls.',
      unit: 'share',
      value: (sql) => share(sql('cached'), sql('calls')),
    },
    capabilityUses: sumOf('capability_uses', 'Capability uses', 'Successful calls that used a capability.'),
    programShare: {
      label: 'Share of programs',
      description: 'Share of tool calls that sandboxed programs made (programmatic tool calling).',
      unit: 'share',
      value: (sql) => share(sql('from_program'), sql('calls')),
    },
  }),
  ...group('Models', 'modelCalls', {
    modelCalls: sumOf(
      'calls',
      'Model calls',
      'Calls of models, including those of outbox tasks; answers by rules are not counted.',
    ),
    modelSuccess: {
      label: 'Model success',
      description: 'Share of answered calls among all model calls.',
      unit: 'share',
      value: (sql) => share(sql('succeeded'), sql('calls')),
    },
    modelTokens: {
      label: 'Tokens of model calls',
      description: 'Tokens sent and received, including those of outbox tasks.',
      unit: 'tokens',
      value: (sql) => `${sql('prompt_tokens')} + ${sql('completion_tokens')}`,
    },
    modelCost: sumOf(
      'cost_usd',
      'Cost of model calls',
      'Cost of model calls, including those of outbox tasks.',
      'usd',
    ),
    modelLatencyP50: percentileOf('latency_ms', 0.5, 'Time of a model call'),
    modelLatencyP95: percentileOf('latency_ms', 0.95, 'Time of a model call'),
    modelLatencyP99: percentileOf('latency_ms', 0.99, 'Time of a model call'),
  }),
  ...group('Conversations', 'turns', {
    conversations: sumOf('conversations', 'Conversations', 'Conversations that began.'),
    conversationLength: {
      label: 'Conversation length',
      description: 'Average number of turns per conversation that began.',
      unit: 'number',
      value: (sql) => share(sql('turns'), sql('conversations')),
    },
    clarifyingQuestions: {
      label: 'Clarifying questions',
      description:
        'Average number of replies that ask a question without a tool call, per conversation that began.',
      unit: 'number',
      value: (sql) => share(sql('asked_back'), sql('conversations')),
    },
    insightsUsed: {
      label: 'Insights used',
      description: 'Share of turns whose prompt contained insights about the contact.',
      unit: 'share',
      value: (sql) => share(sql('insights_used'), sql('turns')),
    },
    feedbackGiven: {
      label: 'Feedback',
      description: 'Ratings of replies by readers, good and bad.',
      unit: 'count',
      value: (sql) => `${sql('feedback_up')} + ${sql('feedback_down')}`,
    },
    feedbackGood: {
      label: 'Good feedback',
      description: 'Share of good ratings among all ratings.',
      unit: 'share',
      value: (sql) => share(sql('feedback_up'), `${sql('feedback_up')} + ${sql('feedback_down')}`),
    },
  }),
};

const OF_EVERY_SOURCE = wordList('org agent model channel intent brokerMode minute hour day week');
const SUMS = new Set<Measure['unit']>(['count', 'tokens']);

export function measureView(name: AnalyticsMeasure): AnalyticsMeasureView {
  const { label, group: of, description, unit, source } = measures[name];
  const tools = (sources[source].dimensions as readonly string[]).includes('tool');
  return {
    name,
    label,
    group: of,
    description,
    unit,
    adds: SUMS.has(unit) || name === 'cost' || name === 'modelCost',
    dimensions: [...(tools ? (['tool'] as const) : []), ...OF_EVERY_SOURCE],
  };
}
