import { z } from 'zod';
import type { CallerKind } from '#contracts';
import { operations, operators, dataQuestion } from '../datasets/data-question.ts';
import { answerQuestion, STATEMENT_TIMEOUT_MS } from '../datasets/dataset.read-model.ts';
import { type Dataset, defineTool, ToolError } from '#pack-kit';
import { platformDatasets } from '../datasets/platform-datasets.ts';
import { namedBy } from '../datasets/names.ts';
import { notUnderstood } from '../datasets/question-errors.ts';
import { roleIncludes } from '../roles.ts';

const result = z.object({
  dataset: z.string(),
  operation: z.enum(operations),
  rows: z.array(z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))),
  count: z.int().optional(),
  total: z.int().optional(),
  truncated: z.boolean(),
  appliedFilters: z.array(
    z.object({
      field: z.string(),
      op: z.enum(operators),
      value: z.unknown(),
      asker: z.literal(true).optional().describe('`me` in it is whoever asks.'),
    }),
  ),
  asOf: z.string(),
  timezone: z.string().describe('IANA name; the days of the filters are those of this zone.'),
  warnings: z.array(z.string()).optional(),
  sample: z.boolean().optional(),
});
export type QueriedData = z.infer<typeof result>;

export const queryOrgData = defineTool({
  name: 'query_org_data',
  description:
    "Answers questions about the organisation's own records: counts, lists and simple statistics. Not for free text search or outside data.",
  values: ({ kind, datasets }) => ({ dataset: visibleTo(kind, datasets).map(({ name }) => name) }),
  uselessTo: ({ kind, datasets }) =>
    visibleTo(kind, datasets).length > 0 ? undefined : `there are no datasets for the role ${kind}`,
  category: 'data',
  capability: 'data',
  input: dataQuestion,
  result,
  whenToUse: [
    'Counts, lists and simple statistics over stored business records that no special tool covers.',
    'All contacts, leads, deals, conversations or calls with or without something, by person, state or month. قائمة العملاء أو الصفقات حسب الموظف أو الحالة.',
  ],
  examples: [
    'How many conversations did we close last month?',
    'List our newest leads',
    'Average time per turn by agent this week',
    'Which tools fail most often?',
    'كم عدد المحادثات هذا الشهر؟',
  ],
  tier: 'universal',
  channels: ['chat', 'voice'],
  role: 'any',
  sideEffect: 'none',
  intents: [],
  ptcValue: 'rows',
  async execute(question, context): Promise<QueriedData> {
    const { caller, clock, timezone } = context;
    const dataset = datasetFor(question.dataset, caller.kind, context.datasets ?? []);
    const asker = {
      isStaff: roleIncludes('staff', caller.kind),
      timezone,
      ...(caller.userId !== undefined && { userId: caller.userId }),
    };
    const { sample, ...answer } = await context.read(
      (tx) => answerQuestion(tx, question, dataset, asker),
      STATEMENT_TIMEOUT_MS,
    );
    const warnings = question.unanswered.map((words) => `Not considered: ${JSON.stringify(words)}.`);
    return {
      ...answer,
      asOf: clock.now().toISOString(),
      timezone,
      ...(warnings.length > 0 && { warnings }),
      ...(sample && { sample }),
    };
  },
});

/** Finds a dataset. @throws ToolError VALIDATION_FAILED with the names that the caller may use; FORBIDDEN above its role. */
function datasetFor(word: string, kind: CallerKind, own: readonly Dataset[]): Dataset {
  const dataset = namedBy(word, [...own, ...platformDatasets]);
  if (!dataset) {
    const names = visibleTo(kind, own).map(({ name }) => name);
    throw notUnderstood('dataset', `There is no dataset ${JSON.stringify(word)}.`, names);
  }
  if (roleIncludes(dataset.role, kind)) return dataset;
  const who = dataset.role === 'admin' ? 'admins' : 'members';
  throw new ToolError('FORBIDDEN', `The records ${dataset.name} are for ${who} of the organisation only.`);
}

function visibleTo(kind: CallerKind, own: readonly Dataset[]): Dataset[] {
  return [...own, ...platformDatasets].filter(({ role }) => roleIncludes(role, kind));
}
