import type { Attributes, AttributeValue } from '@opentelemetry/api';
import type { ExportResult } from '@opentelemetry/core';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace';
import { ATTRIBUTES } from '../attributes.ts';
import { redact } from '../redaction/redact-value.ts';
import { orgOf } from '../trace-store/span-row.ts';
import {
  maskPersonalData,
  type SpanTextPolicy,
  type SpanTextPolicyLookup,
} from '../redaction/span-text-policies.ts';
import { storableText } from '../redaction/storable-text.ts';
import { standardSpan } from './standard-span.ts';

/** Attributes that are not sent for an org that omits texts. */
const TEXTS: readonly string[] = [
  ATTRIBUTES.prompt,
  ATTRIBUTES.input,
  ATTRIBUTES.output,
  ATTRIBUTES.draftReply,
  ATTRIBUTES.thoughtSummary,
  ATTRIBUTES.thoughtSteps,
  ATTRIBUTES.toolCalls,
];

/**
 * Sends spans to a collector under the rules of the trace store (redacted, truncated and by the policy of their org), with
 * the kinds and names of the semantic conventions.
 */
export class RedactingExporter implements SpanExporter {
  constructor(
    private readonly exporter: SpanExporter,
    private readonly textPolicyOf: SpanTextPolicyLookup,
  ) {}

  export(spans: ReadableSpan[], done: (result: ExportResult) => void): void {
    Promise.all(spans.map((span) => this.clean(span))).then(
      (cleaned) => this.exporter.export(cleaned, done),
      // 1 is FAILED: if the policy of the org cannot be read, the spans must not be sent.
      (error: unknown) => done({ code: 1, error: error instanceof Error ? error : new Error(String(error)) }),
    );
  }

  shutdown(): Promise<void> {
    return this.exporter.shutdown();
  }

  async forceFlush(): Promise<void> {
    await this.exporter.forceFlush?.();
  }

  private async clean(span: ReadableSpan): Promise<ReadableSpan> {
    const orgId = orgOf(span.attributes);
    const policy = orgId === undefined ? 'store' : await this.textPolicyOf(orgId);
    const message = span.status.message;
    const standard = standardSpan(span.name, span.attributes);
    return Object.create(span, {
      kind: { value: standard.kind },
      name: { value: storableText(standard.name) },
      attributes: { value: cleanAttributes({ ...span.attributes, ...standard.attributes }, policy) },
      events: {
        value: span.events.map((event) => ({
          ...event,
          attributes: cleanAttributes(event.attributes ?? {}, policy),
        })),
      },
      status: { value: message ? { ...span.status, message: cleanText(message, policy) } : span.status },
    }) as ReadableSpan;
  }
}

function cleanAttributes(attributes: Attributes, policy: SpanTextPolicy): Attributes {
  const kept = Object.entries(attributes).filter(([name]) => policy !== 'omit' || !TEXTS.includes(name));
  const clean = redact(Object.fromEntries(kept)) as Record<string, AttributeValue>;
  return Object.fromEntries(
    Object.entries(clean).map(([name, value]) => [
      name,
      typeof value === 'string' ? cleanText(value, policy) : value,
    ]),
  );
}

function cleanText(text: string, policy: SpanTextPolicy): string {
  const clean = storableText(text);
  return policy === 'store' ? clean : maskPersonalData(clean);
}
