import { scenario, type Scenario, type SeenStep } from '#pack-kit';
import { namesProperties } from './named-properties.ts';

const BEST = ['prop-0001', 'prop-0115', 'prop-0032', 'prop-0042', 'prop-0021'];
const RELEVANCE = [18, 18, 13, 13, 8];

interface ProgramStep {
  outcome: { called: string[]; modelText: string };
}

const PROGRAMS = `SELECT outcome FROM turn_steps WHERE turn_id = $1 AND key LIKE 'tool:%' AND outcome->>'tool' = 'run_program'`;
const SPANS = `SELECT name, parent_span_id AS "parentSpanId", span_id AS "spanId", kind FROM spans WHERE trace_id = $1`;

/** One program with both calls; the conversation contains only its five listings. */
async function isOneProgram(seen: SeenStep): Promise<string[]> {
  const [program, another] = await seen.rows<ProgramStep>(PROGRAMS, [seen.turnId]);
  if (!program || another) return ['expected one program'];
  const { data } = JSON.parse(program.outcome.modelText) as {
    data: { items: { id: string; relevance: number }[] };
  };
  const found = data.items.map(({ id, relevance }) => `${id} (${relevance})`).join();
  const wanted = BEST.map((id, at) => `${id} (${RELEVANCE[at]})`).join();
  return [
    ...(found === wanted ? [] : [`the program returned ${found}, expected ${wanted}`]),
    ...(await callsAreChildren(seen)),
  ];
}

async function callsAreChildren({ rows, traceId }: SeenStep): Promise<string[]> {
  const spans = await rows<{ name: string; kind: string; spanId: string; parentSpanId: string | null }>(
    SPANS,
    [traceId],
  );
  const program = spans.find(({ kind }) => kind === 'program');
  const children = spans.filter(({ parentSpanId }) => parentSpanId === program?.spanId);
  const called = children
    .map(({ name }) => name)
    .sort()
    .join();
  const wanted = 'execute_tool retrieve_context,execute_tool search_properties';
  return called === wanted ? [] : [`the span of the program has ${called}, expected ${wanted}`];
}

/** The calls of a program end in any order. */
const calls =
  (wanted: Record<string, Record<string, unknown>>) =>
  (seen: SeenStep): string[] => {
    const made = Object.fromEntries(seen.calls.map(({ tool, arguments: input }) => [tool, input]));
    return Object.entries(wanted).flatMap(([tool, input]) =>
      Object.entries(input)
        .filter(([name, value]) => made[tool]?.[name] !== value)
        .map(([name, value]) => `${tool} was not called with ${name} ${String(value)}`),
    );
  };

export const byTheSea: Scenario[] = [
  scenario(
    'E1',
    'searches, recalls and scores in one program, of which five properties enter the conversation',
    {
      say: 'Any flats for her in Paphos below 200k, close to the beach?',
      contact: 'contact-015',
      staff: 'agent-01',
      expect: {
        agent: 'estio/searcher',
        says: ['24'],
        saysOffline: [
          '24 matches for apartments for sale in Paphos up to €200,000; the 5 that fit the sea best (within 500 m, then with a view of it, then described as by the sea, then by price):',
          'Sale assumed',
          'This is sample data.',
        ],
        check: async (seen) => [
          ...namesProperties(...BEST)(seen),
          ...calls({
            search_properties: { district: 'Paphos', propertyType: 'Apartment', maxPrice: 200_000 },
            retrieve_context: { contactId: 'contact-015', query: 'beach preferences' },
          })(seen),
          ...(await isOneProgram(seen)),
        ],
      },
    },
  ),
  scenario('E4 by the sea', 'tells what to widen where a program finds nothing', {
    say: 'Villa in Paphos for sale below 100k near the sea',
    contact: 'contact-026',
    staff: 'agent-01',
    expect: {
      saysOffline: [/I found no villas[\s\S]*Shall I widen the price limit\?/],
      check: namesProperties(),
    },
  }),
];
