import type { ContentBlockParam, MessageCreateParams, Tool } from '@anthropic-ai/sdk/resources/messages';
import { fieldsIn, isBlank, problemsIn, repeated, rule, type Rule } from './rule.ts';

type Block<Type extends ContentBlockParam['type']> = Extract<ContentBlockParam, { type: Type }>;

const HANDLING = 'https://platform.claude.com/docs/en/agents-and-tools/tool-use/handle-tool-calls';
const DEFINING = 'https://platform.claude.com/docs/en/agents-and-tools/tool-use/implement-tool-use';
const REFERENCE = 'https://platform.claude.com/docs/en/api/messages/create';
const MIGRATION = 'https://platform.claude.com/docs/en/models/opus-5-5/migration-guide';
const NAME = /^[a-zA-Z0-9_-]{1,128}$/;

const blocksOf = ({ content }: { content: string | ContentBlockParam[] }): ContentBlockParam[] =>
  typeof content === 'string' ? [{ type: 'text', text: content }] : content;

function blocks<Type extends ContentBlockParam['type']>(
  message: MessageCreateParams['messages'][number] | undefined,
  type: Type,
): Block<Type>[] {
  return message ? blocksOf(message).filter((block): block is Block<Type> => block.type === type) : [];
}

/** The pictures of a message, in results of tools too. */
const picturesOf = (message: MessageCreateParams['messages'][number]) => [
  ...blocks(message, 'image'),
  ...blocks(message, 'tool_result').flatMap(({ content = '' }) =>
    typeof content === 'string' ? [] : content.flatMap((block) => (block.type === 'image' ? block : [])),
  ),
];

/** Anthropic's Messages API. */
export const anthropicRules: Rule<MessageCreateParams>[] = [
  // "messages.N.content.M.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'"
  rule('https://github.com/maximhq/bifrost/issues/5097', ({ messages }) =>
    messages
      .flatMap((message) => blocks(message, 'tool_use'))
      .flatMap(({ id, name }) => [
        ...(/^[a-zA-Z0-9_-]+$/.test(id)
          ? []
          : [`tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'`]),
        ...(NAME.test(name) ? [] : [`tool_use.name: String should match pattern '${NAME.source}'`]),
      ]),
  ),
  // "messages.1.content.1: `tool_use` ids must be unique"
  rule('https://github.com/trycua/cua/issues/524', ({ messages }) =>
    repeated(messages.flatMap((message) => blocks(message, 'tool_use').map(({ id }) => id))).map(
      (id) => `messages: \`tool_use\` ids must be unique (${id})`,
    ),
  ),
  rule(HANDLING, ({ messages }) =>
    problemsIn(messages, (message, at) => {
      const results = blocks(messages[at + 1], 'tool_result').map(({ tool_use_id }) => tool_use_id);
      const missing = blocks(message, 'tool_use').filter(({ id }) => !results.includes(id));
      return (
        missing.length > 0 &&
        `messages.${at}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${missing.map(({ id }) => id).join(', ')}.`
      );
    }),
  ),
  rule(HANDLING, ({ messages }) =>
    problemsIn(messages, (message, at) => {
      const calls = blocks(messages[at - 1], 'tool_use').map(({ id }) => id);
      const results = blocks(message, 'tool_result').map(({ tool_use_id }) => tool_use_id);
      const other = blocksOf(message).findIndex(({ type }) => type !== 'tool_result');
      if (results.some((id) => !calls.includes(id)))
        return `messages.${at}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${results.join(', ')}.`;
      if (repeated(results).length > 0) return `messages.${at}: each tool_use must have a single result.`;
      return (
        other >= 0 && other < results.length && `messages.${at}: \`tool_result\` blocks must come first.`
      );
    }),
  ),
  rule(REFERENCE, ({ messages }) =>
    problemsIn(messages, (message, at) => {
      if (message.content.length === 0) return `messages.${at}: all messages must have non-empty content.`;
      const isEmpty = blocks(message, 'text').some(({ text }) => isBlank(text));
      return isEmpty && `messages.${at}: text content blocks must contain non-whitespace text.`;
    }),
  ),
  rule(MIGRATION, ({ messages }) => [
    ...(messages[0]?.role === 'user' ? [] : ['messages: first message must use the "user" role.']),
    ...(messages.at(-1)?.role === 'user' ? [] : ['This model does not support assistant message prefill.']),
  ]),
  rule(DEFINING, ({ tools = [] }) => {
    const named = tools as Tool[];
    return [
      ...repeated(named.map(({ name }) => name)).map((name) => `tools: Tool names must be unique (${name}).`),
      ...problemsIn(named, ({ name, input_schema: schema }, at) => {
        if (!NAME.test(name)) return `tools.${at}.name: String should match pattern '${NAME.source}'`;
        if (schema.type !== 'object') return `tools.${at}.input_schema.type: Field required`;
        const refused = fieldsIn(schema, 'oneOf allOf anyOf');
        return (
          refused.length > 0 &&
          `tools.${at}.input_schema: input_schema does not support oneOf, allOf, or anyOf at the top level`
        );
      }),
    ];
  }),
  // "Requests which include `tool_use` or `tool_result` blocks must define tools"
  rule('https://github.com/anthropics/anthropic-sdk-python/issues/494', ({ messages, tools = [] }) =>
    tools.length === 0 && messages.some((message) => blocks(message, 'tool_use').length > 0)
      ? ['Requests which include `tool_use` or `tool_result` blocks must define tools']
      : [],
  ),
  rule(MIGRATION, (body) => [
    ...fieldsIn(body, 'temperature top_p top_k').map((name) => `${name}: not supported for this model.`),
    ...(['any', 'tool'].includes(body.tool_choice?.type ?? 'auto')
      ? ['tool_choice: forced tool use is not supported.']
      : []),
    ...(['disabled', 'enabled'].includes(body.thinking?.type ?? 'adaptive')
      ? ['thinking.type: not supported.']
      : []),
  ]),
  rule('https://platform.claude.com/docs/en/models/opus-5-5/whats-new-opus-5-5', ({ model, messages }) =>
    problemsIn(
      messages.flatMap((message) => blocks(message, 'thinking')),
      ({ signature }) => !signature.startsWith(`${model}:`) && 'Invalid `signature` in `thinking` block',
    ),
  ),
  // 100 pictures for each request of the models with the smallest window, 5 MB of encoded text for each.
  rule('https://platform.claude.com/docs/en/build-with-claude/vision', ({ messages }) => {
    const pictures = messages.flatMap(picturesOf);
    return [
      ...(pictures.length > 100
        ? [`Too much media: 0 document pages + ${pictures.length} images > 100`]
        : []),
      ...problemsIn(
        pictures,
        ({ source }) =>
          source.type === 'base64' &&
          source.data.length > 5_242_880 &&
          `image.source.base64: image exceeds 5 MB maximum: ${source.data.length} bytes > 5242880 bytes`,
      ),
    ];
  }),
  rule(REFERENCE, ({ max_tokens: limit }) =>
    Number.isInteger(limit) && limit >= 1 ? [] : ['max_tokens: Input should be greater than or equal to 1'],
  ),
];
