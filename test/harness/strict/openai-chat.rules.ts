import type {
  ChatCompletionCreateParams,
  ChatCompletionMessageParam,
  ChatCompletionMessageFunctionToolCall as Call,
} from 'openai/resources/chat/completions';
import { OPENAI_STRICT, plainRootProblems, violations } from '../../../libs/tools/dialects/testing/subset.ts';
import { fieldsIn, isBlank, problemsIn, rule, type Rule } from './rule.ts';

export type ChatBody = ChatCompletionCreateParams;

const REFERENCE = 'https://platform.openai.com/docs/api-reference/chat/create';
export const NAME = /^[a-zA-Z0-9_-]{1,64}$/;
/** OpenAI's reasoning models: all since GPT-5, and the o series. */
export const reasons = (model: string): boolean => /^(gpt-([5-9]|\d\d)|o\d)/.test(model);
/** The models that reason by default, since GPT-5.6. */
const ALWAYS_REASONS = /^gpt-(5\.[6-9]|[6-9]|\d\d)/;

export const callsOf = (message: ChatCompletionMessageParam | undefined): Call[] =>
  message?.role === 'assistant' ? ((message.tool_calls ?? []) as Call[]) : [];

/** The function tools of a request. */
const functionsOf = ({ tools = [] }: ChatBody) =>
  tools.flatMap((tool) => (tool.type === 'function' ? tool.function : []));

/** Rules of every server that speaks chat completions. */
export const commonRules: Rule<ChatBody>[] = [
  rule('https://platform.openai.com/docs/guides/function-calling#handling-function-calls', ({ messages }) =>
    problemsIn(messages, (message, at) => {
      const calls = callsOf(message);
      const behind = messages.slice(at + 1, at + 1 + calls.length);
      const answered = behind.flatMap((answer) => (answer.role === 'tool' ? answer.tool_call_id : []));
      const missing = calls.filter(({ id }) => !answered.includes(id));
      return (
        missing.length > 0 &&
        `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${missing.map(({ id }) => id).join(', ')}`
      );
    }),
  ),
  rule('https://platform.openai.com/docs/guides/function-calling#handling-function-calls', ({ messages }) =>
    problemsIn(messages, (message, at) => {
      if (message.role !== 'tool') return false;
      const caller = messages.slice(0, at).findLast(({ role }) => role !== 'tool');
      return (
        !callsOf(caller).some(({ id }) => id === message.tool_call_id) &&
        `Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls' (messages[${at}]).`
      );
    }),
  ),
  rule(REFERENCE, (body) =>
    [
      ...body.messages.flatMap((message) => callsOf(message).map((call) => call.function.name)),
      ...functionsOf(body).map(({ name }) => name),
    ]
      .filter((name) => !NAME.test(name))
      .map((name) => `Invalid function name ${JSON.stringify(name)}: expected '^[a-zA-Z0-9_-]{1,64}$'.`),
  ),
  rule(REFERENCE, ({ messages }) => [
    ...(messages.length === 0 ? ["Invalid 'messages': empty array."] : []),
    ...problemsIn(messages, (message, at) => {
      const content = message.content ?? null;
      if (content === null && callsOf(message).length === 0)
        return `Invalid value for 'messages[${at}].content': expected a string, got null.`;
      const parts = Array.isArray(content) ? content : [];
      const isEmpty = Array.isArray(content) && parts.length === 0;
      return (
        (isEmpty || parts.some((part) => part.type === 'text' && isBlank(part.text))) &&
        `Invalid 'messages[${at}].content': empty array or text.`
      );
    }),
  ]),
  // "content: string or array. [...] For tool messages, only type text is supported."
  rule(REFERENCE, ({ messages }) =>
    problemsIn(
      messages,
      ({ role, content }, at) =>
        role === 'tool' &&
        Array.isArray(content) &&
        content.some((part) => (part.type as string) !== 'text') &&
        `Invalid 'messages[${at}]'. Image URLs are only allowed for messages with role 'user'.`,
    ),
  ),
  rule(REFERENCE, ({ tools, stream, stream_options }) => [
    ...(tools && (tools.length === 0 || tools.length > 128) ? ["Invalid 'tools': expected 1 to 128."] : []),
    ...(stream_options && !stream
      ? ["The 'stream_options' parameter is only allowed when 'stream' is enabled."]
      : []),
  ]),
];

/** Chat completions of OpenAI itself. */
export const openaiChatRules: Rule<ChatBody>[] = [
  ...commonRules,
  // "Expected a string with maximum length 40, but got a string with length 43 instead."
  rule('https://github.com/vercel/ai/issues/5171', ({ messages }) =>
    messages
      .flatMap(callsOf)
      .filter(({ id }) => id === '' || id.length > 40)
      .map(({ id }) => `Invalid 'tool_calls[0].id': expected 1 to 40 characters, but got ${id.length}.`),
  ),
  rule('https://platform.openai.com/docs/guides/structured-outputs#supported-schemas', (body) =>
    functionsOf(body).flatMap(({ name, strict, parameters = {} }) =>
      (strict ? violations(parameters, OPENAI_STRICT) : plainRootProblems(parameters)).map(
        (problem) => `Invalid schema for function '${name}': ${problem}.`,
      ),
    ),
  ),
  rule(
    'https://platform.openai.com/docs/guides/structured-outputs#supported-schemas',
    ({ response_format: format }) => {
      if (format?.type !== 'json_schema') return [];
      const { name, schema = {} } = format.json_schema;
      const problems = plainRootProblems(schema).map(
        (problem) => `Invalid schema for response_format: ${problem}.`,
      );
      return NAME.test(name)
        ? problems
        : [...problems, `Invalid 'response_format.json_schema.name': ${name}.`];
    },
  ),
  rule('https://developers.openai.com/api/docs/guides/latest-model', (body) =>
    (reasons(body.model)
      ? fieldsIn(body, 'max_tokens temperature top_p presence_penalty frequency_penalty logprobs logit_bias')
      : []
    ).map((name) => `Unsupported parameter: '${name}' is not supported with this model.`),
  ),
  // Refused also if the request names no effort, since these models reason by default.
  rule('https://github.com/BerriAI/litellm/pull/34569', ({ model, tools, reasoning_effort: effort }) =>
    tools && effort !== 'none' && ALWAYS_REASONS.test(model)
      ? [
          `Function tools with reasoning_effort are not supported for ${model} in /v1/chat/completions. To use function tools, use /v1/responses or set reasoning_effort to 'none'.`,
        ]
      : [],
  ),
];
