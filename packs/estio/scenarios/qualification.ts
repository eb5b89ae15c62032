import { scenario, type Scenario, type SeenStep } from '#pack-kit';

interface Span {
  spanId: string;
  parentSpanId: string | null;
  kind: string;
  task: string | null;
  model: string | null;
}

/** Checks that the agent was chosen on flash and the answer ran on `tier`, in one tree of spans (E15). */
const ranOn =
  (tier: string, task: string) =>
  async ({ traceId, rows }: SeenStep): Promise<string[]> => {
    const spans = await rows<Span>(
      `SELECT span_id AS "spanId", parent_span_id AS "parentSpanId", kind, task, model FROM spans WHERE trace_id = $1`,
      [traceId],
    );
    const ids = new Set([null, ...spans.map(({ spanId }) => spanId)]);
    const modelOf = (wanted: string) =>
      spans.find(({ kind, task: of }) => kind === 'model' && of === wanted)?.model;
    const roots = spans.filter(({ parentSpanId }) => parentSpanId === null);
    return [
      ...(modelOf('intent_classification') === 'offline-flash' ? [] : ['the skill was not chosen on flash']),
      ...(modelOf(task) === `offline-${tier}` ? [] : [`${task} ran on ${modelOf(task)}, expected ${tier}`]),
      ...(roots.length === 1 && roots[0]?.kind === 'http'
        ? []
        : ['the request is not the root of the trace']),
      ...(spans.every(({ parentSpanId }) => ids.has(parentSpanId)) ? [] : ['a span hangs in the air']),
      ...['turn', 'load', 'intent', 'context', 'scope', 'broker', 'route', 'settle']
        .filter((kind) => !spans.some((span) => span.kind === kind))
        .map((kind) => `there is no span of ${kind}`),
    ];
  };

export const qualification: Scenario[] = [
  scenario('E2', 'saves a budget, bedrooms and a place as numbers, and asks one question more', {
    say: 'My budget is up to 250k, three bedrooms, Larnaca',
    contact: 'contact-016',
    staff: 'agent-01',
    expect: {
      agent: 'estio/qualifier',
      calls: [
        {
          tool: 'update_requirements',
          arguments: { contactId: 'contact-016', maxPrice: 250_000, bedrooms: 3, district: 'Larnaca' },
        },
      ],
      rows: [
        {
          sql: `SELECT req_districts AS districts, req_max_price AS "maxPrice", req_bedrooms AS bedrooms
                      FROM estio_contacts WHERE id = 'contact-016'`,
          are: [{ districts: ['Larnaca'], maxPrice: 250_000, bedrooms: 3 }],
        },
      ],
      saysOffline: ['Saved: area Larnaca, budget up to €250,000, 3 bedrooms.'],
      check: ({ reply }) => (reply.match(/\?/g)?.length === 1 ? [] : ['does not ask one question']),
    },
  }),
  scenario('E11', 'notes an objection, understands it, and asks what drives it', {
    say: 'It is too expensive for us honestly',
    contact: 'contact-015',
    staff: 'agent-01',
    expect: {
      agent: 'estio/objection_handler',
      calls: [
        { tool: 'store_insight', arguments: { contactId: 'contact-015', category: 'objection' } },
        { tool: 'draft_reply', optional: true, arguments: { intent: 'objection' } },
      ],
      rows: [
        {
          sql: `SELECT category, vector_dims(embedding) AS numbers FROM insights
                     WHERE contact_id = 'contact-015' AND text ILIKE '%too expensive%'`,
          are: [{ category: 'objection', numbers: 768 }],
        },
      ],
      says: ['?'],
      saysOffline: [/understand[\s\S]*\?/],
    },
  }),
  scenario('E15a', 'qualification runs on standard, in one trace with the choice of the skill', {
    say: 'My budget is 260k now',
    contact: 'contact-018',
    staff: 'agent-01',
    expect: { agent: 'estio/qualifier', check: ranOn('standard', 'qualification') },
  }),
  scenario('E15b', 'negotiation runs on premium, in one trace with the choice of the skill', {
    say: 'Can we get a discount on the price?',
    contact: 'contact-018',
    staff: 'agent-01',
    expect: { agent: 'estio/negotiator', check: ranOn('premium', 'negotiation') },
  }),
];
