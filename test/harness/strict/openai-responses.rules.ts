import type {
  FunctionTool,
  ResponseCreateParams,
  ResponseInputItem,
} from 'openai/resources/responses/responses';
import { OPENAI_STRICT, plainRootProblems, violations } from '../../../libs/tools/dialects/testing/subset.ts';
import { NAME, reasons } from './openai-chat.rules.ts';
import { fieldsIn, isBlank, problemsIn, repeated, rule, type Rule } from './rule.ts';

const CALLING = 'https://platform.openai.com/docs/guides/function-calling?api-mode=responses';
const REFERENCE = 'https://platform.openai.com/docs/api-reference/responses/create';
/** Fields of chat completions, which the Responses API does not know. */
const FIELDS_OF_CHAT = 'messages max_tokens max_completion_tokens response_format stream_options n';

type Item<Type> = Extract<ResponseInputItem, { type: Type }>;
const items = ({ input }: ResponseCreateParams) => (Array.isArray(input) ? input : []);
const ofType = <Type extends 'function_call' | 'function_call_output'>(
  body: ResponseCreateParams,
  type: Type,
) => items(body).filter((item): item is Item<Type> => item.type === type);
const functions = ({ tools = [] }: ResponseCreateParams) => tools as FunctionTool[];

/** OpenAI's Responses API, for requests without stored items. */
export const openaiResponsesRules: Rule<ResponseCreateParams>[] = [
  // "Invalid 'input[95].call_id': string too long. Expected a string with maximum length 64"
  rule('https://github.com/AnswerDotAI/fastllm/issues/45', (body) =>
    problemsIn(
      ofType(body, 'function_call'),
      ({ call_id: id }) => (id === '' || id.length > 64) && `Invalid 'call_id': expected 1 to 64 characters.`,
    ),
  ),
  rule(CALLING, (body) => {
    const calls = ofType(body, 'function_call').map(({ call_id }) => call_id);
    const outputs = ofType(body, 'function_call_output').map(({ call_id }) => call_id ?? '');
    return [
      ...calls
        .filter((id) => !outputs.includes(id))
        .map((id) => `No tool output found for function call ${id}.`),
      ...repeated(calls).map((id) => `Duplicate function call ${id}.`),
      ...problemsIn(items(body), (item, at) => {
        if (item.type !== 'function_call_output') return false;
        const before = items(body).slice(0, at) as { type?: string; call_id?: string }[];
        const called = before.some(
          ({ type, call_id }) => type === 'function_call' && call_id === item.call_id,
        );
        return !called && `No tool call found for function call output with call_id ${item.call_id}.`;
      }),
    ];
  }),
  rule(REFERENCE, (body) =>
    [...ofType(body, 'function_call'), ...functions(body)]
      .filter(({ name }) => !NAME.test(name))
      .map(({ name }) => `Invalid function name ${JSON.stringify(name)}: expected '^[a-zA-Z0-9_-]{1,64}$'.`),
  ),
  // "Expected an array with maximum length 128, but got an array with length 129 instead"
  rule('https://github.com/musistudio/claude-code-router/issues/686', (body) =>
    functions(body).length > 128 ? ["Invalid 'tools': array too long."] : [],
  ),
  rule(REFERENCE, (body) =>
    items(body).length === 0 || items(body).some((item) => 'content' in item && isBlank(item.content))
      ? ["Invalid 'input': empty array or text."]
      : [],
  ),
  // Strict mode is the default of this API.
  rule('https://platform.openai.com/docs/guides/migrate-to-responses', (body) =>
    functions(body).flatMap(({ name, strict, parameters }) =>
      (strict === false ? plainRootProblems(parameters ?? {}) : violations(parameters, OPENAI_STRICT)).map(
        (problem) => `Invalid schema for function '${name}': ${problem}.`,
      ),
    ),
  ),
  rule(REFERENCE, (body) => [
    ...fieldsIn(body, FIELDS_OF_CHAT).map((name) => `Unknown parameter: '${name}'.`),
    ...fieldsIn(body, reasons(body.model ?? '') ? 'temperature top_p' : '').map(
      (name) => `Unsupported parameter: '${name}' is not supported with this model.`,
    ),
    ...((body.max_output_tokens ?? 16) < 16 ? ["Invalid 'max_output_tokens': expected at least 16."] : []),
  ]),
];
