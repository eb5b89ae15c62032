import type { ServerResponse } from 'node:http';
import { LocalServer, type Answering, type ReceivedRequest } from '../local-server.ts';
import { anthropicRules } from './anthropic.rules.ts';
import { gatewayRules } from './gateway.rules.ts';
import { geminiRules, type GeminiBody } from './gemini.rules.ts';
import { openaiChatRules } from './openai-chat.rules.ts';
import { openaiResponsesRules } from './openai-responses.rules.ts';
import type { Rule } from './rule.ts';

export type Protocol = 'openai' | 'responses' | 'gateway' | 'anthropic' | 'google';

export const rulesOf: Record<Protocol, Rule<never>[]> = {
  openai: openaiChatRules,
  responses: openaiResponsesRules,
  gateway: gatewayRules,
  anthropic: anthropicRules,
  google: geminiRules,
};

function refusalOfOpenAi(message: string): object {
  return { error: { message, type: 'invalid_request_error', param: null, code: null } };
}

/** The body with which the provider refuses a request. */
const refusals: Record<Protocol, (message: string) => object> = {
  openai: refusalOfOpenAi,
  responses: refusalOfOpenAi,
  gateway: (message) => ({ object: 'error', message, type: 'BadRequestError', param: null, code: 400 }),
  anthropic: (message) => ({ type: 'error', error: { type: 'invalid_request_error', message } }),
  google: (message) => ({ error: { code: 400, message, status: 'INVALID_ARGUMENT' } }),
};

/** Half of a surrogate pair, which `JSON.stringify` writes as an escape and JSON parsers of providers refuse. */
const HALF_PAIR = /(?<!\\)(?:\\\\)*\\ud[89a-f]/i;

/** The reasons for which the provider refuses a request with 400; empty if it accepts it. */
export function problemsOf(
  protocol: Protocol,
  { url, body }: Pick<ReceivedRequest, 'url' | 'body'>,
): string[] {
  const parsed = JSON.parse(body) as Partial<GeminiBody>;
  const [, model] = /\/models\/([^:]+):/.exec(url) ?? [];
  const read = (model === undefined ? parsed : { ...parsed, model: decodeURIComponent(model) }) as never;
  const problems = rulesOf[protocol].flatMap((rule) => rule.problems(read));
  return HALF_PAIR.test(body)
    ? ['The request body is not valid JSON: no low surrogate in string.', ...problems]
    : problems;
}

/** Addresses of models, as opposed to those of embeddings or lists. */
const GENERATES = /\/(chat\/completions|responses|messages)$|:(g|streamG)enerateContent/;

/** Refuses a request that the provider would refuse. @returns true if it is acceptable. */
export function admits(
  protocol: Protocol,
  request: Pick<ReceivedRequest, 'url' | 'body'>,
  response: ServerResponse,
): boolean {
  const problems = GENERATES.test(request.url) ? problemsOf(protocol, request) : [];
  if (problems.length === 0) return true;
  const body = JSON.stringify(refusals[protocol](problems.join('\n')));
  response.writeHead(400, { 'content-type': 'application/json' }).end(body);
  return false;
}

/** A server as strict as the provider's documentation: `answering` gets only what the provider accepts. */
export function startStrict(protocol: Protocol, answering: Answering): Promise<LocalServer> {
  return LocalServer.start(answering, undefined, (request, response) => admits(protocol, request, response));
}
