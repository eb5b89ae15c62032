import { toolNameOf } from './name.ts';

/** The file of a new pack's tool: a small tool with every required field. */
export function splitBillTool(pack: string): string {
  return `import { z } from 'zod';
import { countText, defineTool, moneyText, ToolError } from '#pack-kit';

const input = z.object({
  amount: moneyText({ min: 0.01, max: 1_000_000, description: 'The whole bill' }),
  people: countText({ min: 1, max: 100, description: 'How many share it' }),
});

export interface SplitBill {
  amount: number;
  people: number;
  /** Share of each person, rounded down to cents. */
  each: number;
  /** Remainder of the rounding, which somebody has to pay too. */
  rest: number;
}

export const splitBill = defineTool({
  name: '${toolNameOf(pack)}',
  description: 'Splits a bill evenly between people, to the cent.',
  category: 'billing',
  input,
  whenToUse: ['Somebody wants to share a bill, or asks what each has to pay.'],
  examples: [
    'Split a bill of 120 euros between 4 people',
    'What does each of us pay if 5 people share 87.50 euros?',
    'اقسم فاتورة 90 يورو على 3 أشخاص',
    'كم يدفع كل شخص إذا كنا 6 أشخاص والحساب 240؟',
  ],
  tier: 'always',
  role: 'any',
  sideEffect: 'none',
  intents: ['billing'],
  async execute({ amount, people }): Promise<SplitBill> {
    const cents = Math.round(amount * 100);
    const each = Math.floor(cents / people);
    // Throw a ToolError for an error that the caller can act on; any other error counts as a defect.
    if (each === 0)
      throw new ToolError('VALIDATION_FAILED', 'The bill is too small to be split between so many.', {
        fields: [{ name: 'people', problem: \`expected at most \${cents}\` }],
      });
    return { amount, people, each: each / 100, rest: (cents - each * people) / 100 };
  },
});
`;
}

/** Hints of that tool for the offline model. */
export function splitBillHints(pack: string): string {
  return `import type { OfflineToolHints } from '#pack-kit';
import type { SplitBill } from '../tools/${pack}-split-bill.tool.ts';

export const splitBillHints: OfflineToolHints = {
  // The source of each argument.
  fill: {
    amount: { from: 'money', bound: 'any' },
    people: { from: 'int', words: ['people', 'persons', 'guests', 'of us', 'أشخاص', 'شخص'] },
  },
  // Words that select the tool. A message with a word that is neither here nor in the tool's texts leads to no call.
  cues: ['split', 'share', 'each', 'each of us', 'between', 'among', 'if', 'اقسم', 'كل شخص', 'إذا'],
  ask: {
    amount: { en: 'How much is the bill?', ar: 'كم مبلغ الفاتورة؟' },
    people: { en: 'How many people share it?', ar: 'على كم شخص؟' },
  },
  reply: {
    en: ({ each, people, rest }: SplitBill) =>
      \`Each of the \${people} pays \${each.toFixed(2)}\${rest > 0 ? \`, and \${rest.toFixed(2)} is left over\` : ''}.\`,
    ar: ({ each, people, rest }: SplitBill) =>
      \`يدفع كل واحد من \${people} أشخاص \${each.toFixed(2)}\${rest > 0 ? \`، ويبقى \${rest.toFixed(2)}\` : ''}.\`,
  },
};
`;
}

/** The test of that tool. */
export function splitBillSpec(pack: string): string {
  return `import type { ToolContext } from '#pack-kit';
import { splitBill } from './${pack}-split-bill.tool.ts';

/** The tool uses nothing of its context, so an empty one is enough. */
const context = {} as ToolContext;
const run = async (given: Record<string, unknown>) =>
  splitBill.execute(splitBill.input.parse(given), context);

describe('${toolNameOf(pack)}', () => {
  it.each([
    [
      { amount: 120, people: 4 },
      { each: 30, rest: 0 },
    ],
    [
      { amount: '100', people: '3' },
      { each: 33.33, rest: 0.01 },
    ],
  ])('splits %j', async (given, expected) => {
    expect(await run(given)).toMatchObject(expected);
  });

  it('refuses an amount that is too small to split', async () => {
    await expect(run({ amount: 0.02, people: 3 })).rejects.toMatchObject({ errorClass: 'VALIDATION_FAILED' });
  });

  it.each([{ amount: 0, people: 2 }, { amount: 10, people: 0 }, { amount: 'much', people: 2 }, {}])(
    'refuses %j by its schema',
    (given) => expect(splitBill.input.safeParse(given).success).toBe(false),
  );
});
`;
}
