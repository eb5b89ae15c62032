// Spans without the span store, for processes that load neither Nest nor TypeORM.
export { ATTRIBUTES } from '../attributes.ts';
export { withSpan } from '../tracing/with-span.ts';
