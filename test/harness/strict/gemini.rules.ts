import type { Content, FunctionDeclaration, Part } from '@google/genai';
import { GEMINI, violations } from '../../../libs/tools/dialects/testing/subset.ts';
import { problemsIn, repeated, rule, type Rule } from './rule.ts';

/** The body of `generateContent`, with the model of its address. */
export interface GeminiBody {
  model: string;
  contents: Content[];
  tools?: { functionDeclarations?: FunctionDeclaration[] }[];
  generationConfig?: { responseJsonSchema?: unknown };
}

const CALLING = 'https://ai.google.dev/gemini-api/docs/function-calling';
const SIGNATURES = 'https://ai.google.dev/gemini-api/docs/thought-signatures';
const NAME = /^[a-zA-Z_][\w.:-]{0,63}$/;
const SKIPS_CHECK = ['skip_thought_signature_validator', 'context_engineering_is_the_way_to_go'];

/** A signature as the strict server gives it to a call. */
export const signatureOf = (model: string): string => Buffer.from(`${model}:thought`).toString('base64');
const checks = (model: string) => !/^gemini-[12]\b/.test(model);

const calls = (content: Content | undefined) => (content?.parts ?? []).filter((part) => part.functionCall);
const responses = (content: Content | undefined) =>
  (content?.parts ?? []).flatMap(({ functionResponse }) => functionResponse ?? []);
const declared = ({ tools = [] }: GeminiBody) =>
  tools.flatMap(({ functionDeclarations = [] }) => functionDeclarations);

/** Gemini's `generateContent`. */
export const geminiRules: Rule<GeminiBody>[] = [
  rule('https://ai.google.dev/api/caching#Content', ({ contents }) => [
    ...(contents.length === 0 ? ['contents is not specified'] : []),
    ...problemsIn(contents, ({ role, parts = [] }, at) => {
      if (role !== 'user' && role !== 'model') return 'Please use a valid role: user, model.';
      if (parts.length === 0) return `contents[${at}].parts must not be empty.`;
      return (
        parts.some(({ text }) => text === '') && `contents[${at}]: Add a value to the empty text parameter.`
      );
    }),
  ]),
  // "Gemini's generateContent API rejects a request whose history ends on a model turn."
  rule('https://github.com/crewAIInc/crewAI/pull/6973', ({ contents }) =>
    contents.at(-1)?.role === 'model' ? ['Please ensure that the last turn is a user turn.'] : [],
  ),
  rule(CALLING, ({ contents }) =>
    problemsIn(
      contents,
      (content, at) =>
        calls(content).length > 0 &&
        contents[at - 1]?.role !== 'user' &&
        'Please ensure that function call turn comes immediately after a user turn or after a function response turn.',
    ),
  ),
  rule('https://github.com/google-gemini/gemini-cli/issues/17208', ({ contents }) =>
    problemsIn([...contents, undefined], (content, at) => {
      const asked = calls(contents[at - 1]).map(({ functionCall }) => functionCall);
      const given = responses(content);
      if (given.length > 0 && asked.length === 0)
        return 'Please ensure that function response turn comes immediately after a function call turn.';
      if (given.length !== asked.length)
        return 'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.';
      const differs = given.some(
        ({ id, name }, place) => name !== asked[place]?.name || id !== asked[place]?.id,
      );
      return differs && 'Function responses do not match the names and ids of the function calls.';
    }),
  ),
  rule(SIGNATURES, ({ model, contents }) => {
    const isText = ({ role, parts }: Content) =>
      role === 'user' && parts?.some(({ text }) => text !== undefined);
    const turn = contents.slice(contents.findLastIndex(isText) + 1);
    return problemsIn(
      checks(model) ? turn : [],
      (content, at) =>
        calls(content).length > 0 &&
        !calls(content)[0]?.thoughtSignature &&
        `Function call is missing a thought_signature in functionCall parts (contents[${at}]).`,
    );
  }),
  // A signature of another model, or one that was changed.
  rule('https://docs.apiyi.com/en/faq/gemini-thought-signature-missing', ({ model, contents }) =>
    problemsIn(
      contents.flatMap(({ parts = [] }) => parts),
      ({ thoughtSignature: signature }: Part) =>
        signature !== undefined &&
        signature !== signatureOf(model) &&
        !(checks(model) && SKIPS_CHECK.includes(signature)) &&
        'Unable to submit request because Thought signature is not valid.',
    ),
  ),
  rule(CALLING, (body) => [
    ...[
      ...declared(body).map(({ name = '' }) => name),
      ...body.contents.flatMap((content) =>
        calls(content).map(({ functionCall }) => functionCall?.name ?? ''),
      ),
    ]
      .filter((name) => !NAME.test(name))
      .map(
        (name) => `Invalid function name ${JSON.stringify(name)}. Must start with a letter or an underscore.`,
      ),
    ...repeated(declared(body).map(({ name = '' }) => name)).map(
      (name) => `Duplicate function declaration found: ${name}`,
    ),
  ]),
  // "tools[0].function_declarations: [FIELD_INVALID] At most 512 function declarations can be specified."
  rule('https://github.com/google-gemini/gemini-cli/issues/19083', (body) =>
    declared(body).length > 512 ? ['At most 512 function declarations can be specified.'] : [],
  ),
  rule('https://ai.google.dev/api/generate-content#FIELDS.response_json_schema', (body) =>
    [
      ...declared(body).map(({ parametersJsonSchema }) => parametersJsonSchema),
      body.generationConfig?.responseJsonSchema,
    ].flatMap((schema) => (schema === undefined ? [] : violations(schema, GEMINI))),
  ),
];
