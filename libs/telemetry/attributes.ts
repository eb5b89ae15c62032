/**
 * Names of span attributes in one place: OpenTelemetry's GenAI semantic conventions where they have a name, ours under
 * `turnpike.` where they have none.
 */
export const ATTRIBUTES = {
  operation: 'gen_ai.operation.name',
  provider: 'gen_ai.provider.name',
  requestModel: 'gen_ai.request.model',
  responseModel: 'gen_ai.response.model',
  inputTokens: 'gen_ai.usage.input_tokens',
  cachedInputTokens: 'gen_ai.usage.cache_read.input_tokens',
  /** Of the input tokens those that the provider put into its cache. */
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
  task: 'turnpike.task',
  intent: 'turnpike.intent',
  costUsd: 'turnpike.cost_usd',
  input: 'turnpike.input',
  output: 'turnpike.output',
  draftReply: 'turnpike.draft_reply',
  /** What the model told of its reasoning: one text, and its steps as JSON. */
  thoughtSummary: 'turnpike.thought_summary',
  thoughtSteps: 'turnpike.thought_steps',
  /** The calls that a model asked for, as JSON. */
  toolCalls: 'turnpike.tool_calls',
  /** True on a turn's span that ended because the turn waits for a person; stored with status `pending`. */
  parked: 'turnpike.parked',
  /** True on a step whose outcome an earlier run of the turn left in the journal; that run's span has its tokens and cost. */
  replayed: 'turnpike.replayed',
  /** `pending` on a call that was not made, as a person must agree first; the run that goes on makes it under another span. */
  approval: 'turnpike.tool.approval',
  /** The row of outbox work that a job's span ran. */
  outboxTaskId: 'turnpike.outbox_task.id',
  /** The process of a span that has no end yet: what it leaves open when it is killed is ended by another one. */
  process: 'service.instance.id',
  /** True where the process was gone before it wrote the span's end, and the sweeper did; its own end replaces that. */
  endInferred: 'turnpike.end_inferred',
  /** Says why a step did nothing or less than it could. */
  note: 'turnpike.note',
} as const;

/** Kinds of spans, by which the console draws them. */
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

/** The names of tasks' spans begin so; they are of kind `model`, as the rounds of a turn's loop are. */
export const TASK_SPAN = 'task ';
