import { callsOf, commonRules, type ChatBody } from './openai-chat.rules.ts';
import { fieldsIn, problemsIn, rule, type Rule } from './rule.ts';

/** Fields of OpenAI's own that other servers refuse as unknown. */
const FIELDS_OF_OPENAI = 'max_completion_tokens store service_tier verbosity prompt_cache_key metadata';

/** Servers of other makers that speak chat completions, with the rules of the strictest models behind them. */
export const gatewayRules: Rule<ChatBody>[] = [
  ...commonRules,
  // "Tool call id was turn1_0 but must be a-z, A-Z, 0-9, with a length of 9."
  rule('https://mistralai.github.io/mistral-common/usage/tools/#tool-calling-and-messages', ({ messages }) =>
    messages
      .flatMap(callsOf)
      .filter(({ id }) => !/^[a-zA-Z0-9]{9}$/.test(id))
      .map(({ id }) => `Tool call id was ${id} but must be a-z, A-Z, 0-9, with a length of 9.`),
  ),
  // Chat templates of Gemma, Llama 2 and Mistral; "Unexpected role 'user' after role 'tool'" of mistral-common.
  rule('https://github.com/vllm-project/vllm/issues/6862', ({ messages }) => {
    const roles = messages.map(({ role }) => role).filter((role, at) => role !== 'system' || at > 0);
    const before: Record<string, (string | undefined)[]> = {
      user: [undefined, 'assistant'],
      assistant: ['user', 'tool'],
      tool: ['assistant', 'tool'],
    };
    return problemsIn(
      roles,
      (role, at) =>
        !before[role]?.includes(roles[at - 1]) &&
        `Conversation roles must alternate: unexpected role '${role}' after '${roles[at - 1] ?? 'system'}'.`,
    );
  }),
  // vLLM reads the arguments as JSON before it renders the chat template.
  rule('https://github.com/vllm-project/vllm/blob/main/vllm/entrypoints/chat_utils.py', ({ messages }) =>
    problemsIn(messages.flatMap(callsOf), ({ function: { arguments: json } }) => {
      try {
        return JSON.parse(json)?.constructor !== Object && 'Arguments of a call must be a JSON object.';
      } catch {
        return 'Arguments of a call must be JSON.';
      }
    }),
  ),
  rule('https://github.com/editor-code-assistant/eca/issues/231', (body) => [
    ...fieldsIn(body, FIELDS_OF_OPENAI).map((name) => `${name}: Extra inputs are not permitted.`),
    ...problemsIn(
      body.tools,
      (tool) =>
        tool.type === 'function' && 'strict' in tool.function && 'strict: Extra inputs are not permitted.',
    ),
  ]),
];
