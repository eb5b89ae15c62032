import { readable, type PlaygroundStep, type PlaygroundSteps, type SpanStatus } from '#contracts/console';
import { ATTRIBUTES } from '#telemetry';

/** A span of a turn with the attributes that steps need. */
export interface StepSpan {
  spanId: string;
  parentSpanId: string | null;
  name: string;
  kind: 'intent' | 'broker' | 'route' | 'model' | 'tool' | 'program';
  status: SpanStatus;
  agent: string | null;
  model: string | null;
  intent: string | null;
  input: string | null;
  output: string | null;
  /** Tool calls that a model requested. */
  toolCalls: unknown;
  attributes: Record<string, unknown>;
  costUsd: number | null;
  tokens: number | null;
  durationMs: number | null;
  errorMessage: string | null;
}

type SeenTool = NonNullable<PlaygroundSteps['broker']>['tools'][number];

/** The steps of a turn for a live view. If the turn ran more than once, those of the last run. Pure. */
export function stepsOf(spans: readonly StepSpan[]): PlaygroundSteps {
  const last = (kind: StepSpan['kind']) => spans.findLast((span) => span.kind === kind);
  return {
    intent: intentOf(last('intent')),
    broker: brokerOf(last('broker')),
    route: routeOf(last('route')),
    steps: spans.flatMap(stepOf),
  };
}

function intentOf(span: StepSpan | undefined): PlaygroundSteps['intent'] {
  // The span has no attributes before its end.
  if (!span || span.agent === null) return null;
  const intents = (span.intent ?? '').split(',').filter((name) => name !== '');
  return { spanId: span.spanId, agent: span.agent, intents, language: text(span, 'turnpike.language') };
}

function brokerOf(span: StepSpan | undefined): PlaygroundSteps['broker'] {
  if (!span || text(span, 'turnpike.broker.mode') === '') return null;
  const confidence = span.attributes['turnpike.broker.confidence'];
  return {
    spanId: span.spanId,
    mode: text(span, 'turnpike.broker.mode'),
    asked: span.attributes['turnpike.broker.mode_asked'] === true,
    outcome: text(span, 'turnpike.broker.outcome'),
    inScope: count(span, 'turnpike.broker.in_scope'),
    tokensOffered: count(span, 'turnpike.broker.tokens_offered'),
    confidence: typeof confidence === 'number' ? confidence : null,
    tools: toolsOf(span),
  };
}

function toolsOf(span: StepSpan): SeenTool[] {
  const offered = new Set(texts(span, 'turnpike.broker.offered'));
  const reasons = new Map(texts(span, 'turnpike.broker.reasons').map((line) => splitAt(line, ': ')));
  const scores = new Map(texts(span, 'turnpike.broker.scores').map((line) => splitAt(line, ' ')));
  const names = new Set([...offered, ...reasons.keys(), ...scores.keys()]);
  return [...names]
    .map((tool): SeenTool => {
      const score = scores.get(tool);
      return {
        tool,
        offered: offered.has(tool),
        score: score === undefined ? null : Number(score),
        reason: reasons.get(tool) ?? '',
      };
    })
    .sort(
      (one, other) =>
        Number(other.offered) - Number(one.offered) ||
        (other.score ?? -1) - (one.score ?? -1) ||
        one.tool.localeCompare(other.tool),
    );
}

function routeOf(span: StepSpan | undefined): PlaygroundSteps['route'] {
  if (!span || span.model === null) return null;
  return {
    spanId: span.spanId,
    model: span.model,
    tier: text(span, 'turnpike.route.tier'),
    asked: text(span, 'turnpike.route.asked') || null,
    candidates: texts(span, 'turnpike.route.candidates'),
  };
}

function stepOf(span: StepSpan): PlaygroundStep[] {
  const { kind, attributes } = span;
  if (kind === 'intent' || kind === 'broker' || kind === 'route') return [];
  // Steps replayed from an earlier run are skipped.
  if (attributes[ATTRIBUTES.replayed] === true) return [];
  const { spanId, parentSpanId, name, status, model, tokens, costUsd, durationMs, errorMessage } = span;
  return [
    {
      spanId,
      parentSpanId,
      kind,
      name,
      status,
      model,
      tokens,
      costUsd,
      durationMs,
      errorMessage,
      // A model's input is the whole conversation; its span shows it.
      input: kind === 'model' ? null : readable(span.input),
      output: outputOf(span),
      logs: texts(span, 'turnpike.program.logs'),
    },
  ];
}

/** For a model: its tool calls and the text beside them. */
function outputOf({ output, toolCalls }: StepSpan): unknown {
  if (toolCalls === null) return readable(output);
  return output === null ? { toolCalls } : { text: output, toolCalls };
}

function text({ attributes }: StepSpan, name: string): string {
  const value = attributes[name];
  return typeof value === 'string' ? value : '';
}

function count({ attributes }: StepSpan, name: string): number {
  const value = attributes[name];
  return typeof value === 'number' ? Math.round(value) : 0;
}

function texts({ attributes }: StepSpan, name: string): string[] {
  const value = attributes[name];
  return Array.isArray(value) ? value.map(String) : [];
}

function splitAt(line: string, separator: string): [string, string] {
  const at = line.indexOf(separator);
  return at < 0 ? [line, ''] : [line.slice(0, at), line.slice(at + separator.length)];
}
