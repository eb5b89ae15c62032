import { SpanKind, type Attributes } from '@opentelemetry/api';
import { ATTRIBUTES, SPAN_KIND, type SpanKind as OwnKind } from '../attributes.ts';

/** The version of OpenTelemetry's semantic conventions whose names exported spans have. */
export const SEMANTIC_CONVENTIONS = 'https://opentelemetry.io/schemas/1.40.0';

/** Spans between the api and a worker. That of the queue begins with the request and ends when a worker takes the turn. */
const OF_QUEUE = new Map<unknown, SpanKind>([
  ['queue', SpanKind.PRODUCER],
  ['turn', SpanKind.CONSUMER],
  ['job', SpanKind.CONSUMER],
] satisfies [OwnKind, SpanKind][]);

/** The kind, name and additional attributes with which a span is exported. */
export function standardSpan(name: string, given: Attributes) {
  const { [SPAN_KIND]: own, [ATTRIBUTES.provider]: provider, [ATTRIBUTES.requestModel]: model } = given;
  const attributes: Attributes = {};
  let kind = OF_QUEUE.get(own);
  if (kind !== undefined) {
    attributes['messaging.system'] = 'bullmq';
    attributes['messaging.operation.type'] = kind === SpanKind.PRODUCER ? 'send' : 'process';
  }
  if (own === 'http') kind = given[ATTRIBUTES.httpRoute] === undefined ? SpanKind.CLIENT : SpanKind.SERVER;
  // Rules and the offline model answer in this process.
  if (own === 'model' && provider !== undefined && provider !== 'offline') kind = SpanKind.CLIENT;
  if (provider === 'google') attributes[ATTRIBUTES.provider] = 'gcp.gemini';
  if (own === 'tool') attributes['gen_ai.tool.type'] = 'function';
  // After a fallback, the model is the one that answered.
  const isCall = own === 'model' && model !== undefined;
  return { kind: kind ?? SpanKind.INTERNAL, name: isCall ? `chat ${String(model)}` : name, attributes };
}
