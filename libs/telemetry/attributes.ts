/**
 * Names of span attributes: those of OpenTelemetry's GenAI semantic conventions if they exist, otherwise names under
 * `turnpike.`.
 */
export const ATTRIBUTES = {
  operation: 'gen_ai.operation.name',
  provider: 'gen_ai.provider.name',
  requestModel: 'gen_ai.request.model',
  responseModel: 'gen_ai.response.model',
  inputTokens: 'gen_ai.usage.input_tokens',
  cachedInputTokens: 'gen_ai.usage.cache_read.input_tokens',
  /** The input tokens that the provider wrote to its cache. */
  cacheWriteTokens: 'gen_ai.usage.cache_creation.input_tokens',
  outputTokens: 'gen_ai.usage.output_tokens',
  finishReasons: 'gen_ai.response.finish_reasons',
  conversationId: 'gen_ai.conversation.id',
  agent: 'gen_ai.agent.name',
  tool: 'gen_ai.tool.name',
  toolCallId: 'gen_ai.tool.call.id',
  errorType: 'error.type',
  httpMethod: 'http.request.method',
  httpRoute: 'http.route',
  httpStatus: 'http.response.status_code',
  orgId: 'turnpike.org.id',
  turnId: 'turnpike.turn.id',
  pack: 'turnpike.pack',
  channel: 'turnpike.channel',
  /** Number of a run of the turn, from 1. */
  attempt: 'turnpike.attempt',
  /** Milliseconds from the acceptance of the turn to the start of the run. */
  ageMs: 'turnpike.age_ms',
  task: 'turnpike.task',
  intent: 'turnpike.intent',
  costUsd: 'turnpike.cost_usd',
  /** The parts of a system prompt that many turns share. */
  prompt: 'turnpike.prompt',
  /** The input of a step. That of a later model call of a run contains only what follows the call that it continues. */
  input: 'turnpike.input',
  output: 'turnpike.output',
  draftReply: 'turnpike.draft_reply',
  /** The reasoning that the model reported: one text, and its steps as JSON. */
  thoughtSummary: 'turnpike.thought_summary',
  thoughtSteps: 'turnpike.thought_steps',
  /** The tool calls requested by a model, as JSON. */
  toolCalls: 'turnpike.tool_calls',
  /** True on a turn's span that ended because the turn waits for a person. It is stored with status `pending`. */
  parked: 'turnpike.parked',
  /** The request that accepted the turn, as JSON; it is stored as a span of its own. */
  request: 'turnpike.request',
  /** True on a step whose result comes from the journal. The span of the earlier run has its tokens and cost. */
  replayed: 'turnpike.replayed',
  /** `pending` on a call that waits for an approval. The run that resumes makes the call in another span. */
  approval: 'turnpike.tool.approval',
  /** The outbox task that the job of the span ran. */
  outboxTaskId: 'turnpike.outbox_task.id',
  /** True on a model call that was offered no tools, because it had to answer. */
  withoutTools: 'turnpike.without_tools',
  /** The reason why a step did nothing or less than it could. */
  note: 'turnpike.note',
} as const;

/** Kinds of spans. They determine how the console draws a span. */
export type SpanKind =
  | 'http'
  | 'queue'
  | 'turn'
  | 'load'
  | 'intent'
  | 'context'
  | 'scope'
  | 'broker'
  | 'route'
  | 'model'
  | 'tool'
  | 'program'
  | 'policy'
  | 'settle'
  | 'job';

export const SPAN_KIND = 'turnpike.kind';

/** Prefix of the names of model task spans. Their kind is `model`, like that of the rounds of a turn's loop. */
export const TASK_SPAN = 'task ';
