export { ATTRIBUTES, SPAN_KIND, type SpanKind } from './attributes.ts';
export { REDACTED, redactText } from './redact-text.ts';
export { redact } from './redaction.ts';
export { isSecretName, SECRET_NAME_ENDINGS } from './secret-names.ts';
export { spanStatuses, StoredSpan, type SpanStatus } from './span.entity.ts';
export {
  contextFrom,
  currentTraceparent,
  markFailed,
  traceIdOf,
  withSpan,
  type SpanOptions,
} from './with-span.ts';
