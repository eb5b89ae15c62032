import { z } from 'zod';
import { Inject, Injectable } from '@nestjs/common';
import { OutboundContentError, OutboundError, OutboundHttp } from '#outbound';
import { type HttpPort, type HttpResponse } from '#pack-kit';

/** Short, since a person waits for the result. */
const TIMEOUT_MS = 5_000;
/** Enough for gateways that list thousands of models. */
const MAX_LIST_BYTES = 2 * 1_024 * 1_024;
const MAX_NAMED = 5;
const SERVER_FAILED = 500;

const listed = z.object({ data: z.array(z.object({ id: z.string() })) });

/** An own model to check before turns use it. */
export interface CheckedModel {
  baseUrl: string;
  /** Model name on the server. */
  model: string;
  apiKey?: string | null | undefined;
}

/** Requests the model list of an own model's server. This is free, and verifies address, key and name. */
@Injectable()
export class OwnModelCheck {
  constructor(@Inject(OutboundHttp) private readonly http: HttpPort) {}

  /** @returns the problem as text; null if there is none or the server has no model list. */
  async problemOf({ baseUrl, model, apiKey }: CheckedModel): Promise<string | null> {
    let response: HttpResponse;
    try {
      response = await this.http.request({
        url: `${baseUrl.replace(/\/+$/, '')}/models`,
        headers: apiKey ? { authorization: `Bearer ${apiKey}` } : {},
        timeoutMs: TIMEOUT_MS,
        maxBytes: MAX_LIST_BYTES,
        acceptAnyStatus: true,
        // As in turns, the key is not sent to redirect targets.
        followRedirects: false,
      });
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      return error.message;
    }
    return problemOfAnswer(response, model);
  }
}

function problemOfAnswer(response: HttpResponse, model: string): string | null {
  const { status } = response;
  if (status === 401 || status === 403) return `The server refuses the key (${status}).`;
  if (status >= SERVER_FAILED) return `The server failed with status ${status}.`;
  if (status >= 300 && status < 400) return `The server redirects (${status}), which is not followed.`;
  // Not every gateway has a model list.
  if (status >= 400) return null;
  const names = namesIn(response);
  if (names === undefined)
    return 'The server does not speak the OpenAI protocol: is a path such as /v1 missing?';
  if (names.length === 0 || names.includes(model)) return null;
  const more = names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : '';
  return `The server lists no model named ${model}: it has ${names.slice(0, MAX_NAMED).join(', ')}${more}.`;
}

function namesIn(response: HttpResponse): string[] | undefined {
  try {
    return listed.parse(response.json()).data.map(({ id }) => id);
  } catch (error) {
    if (error instanceof z.ZodError || error instanceof OutboundContentError) return undefined;
    throw error;
  }
}
