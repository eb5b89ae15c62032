// Acceptance scenarios P9 and P10 of the platform's tools, over the consultant's real pack.
import { packs } from '#packs';
import { platformTools } from '#tools';
import { describeWith } from '../../../test/harness/services.ts';
import type { TestOrg } from '../testing/test-org.fixture.ts';
import { useTurns } from '../testing/turns.fixture.ts';

const consult = packs.find(({ name }) => name === 'consult')!;

describeWith('postgres', 'the broker in mode enforce, for the agent closer of the pack consult', () => {
  let org: TestOrg;

  const turns = useTurns([consult], { platform: platformTools });
  beforeAll(async () => {
    org = await turns.newOrg();
    await org.setFlag('tool_broker', 'enforce');
  });
  async function decisionOn(text: string) {
    const { turnId } = await org.say({ text, agent: 'consult/closer' });
    const [decision] = await org.query<{
      outcome: string;
      inScope: number;
      offered: string[];
      reasons: Record<string, string>;
    }>(
      `SELECT outcome, tools_in_scope AS "inScope", tools_offered AS offered, reasons
           FROM broker_decisions WHERE org_id = $1 AND turn_id = $2`,
      [turnId],
    );
    return decision!;
  }

  it.each(
    (
      'Hmm, all right then | Right then | Okay, well… sure | Alright! | طيب تمام | ' +
      'حسنا، أوكي إذن | نعم أكيد'
    ).split(' | '),
  )('P10: %s is offered the full set, and the decision says that it failed open', async (text) => {
    const { outcome, inScope, offered, reasons } = await decisionOn(text);
    expect([outcome, inScope, offered.length]).toEqual(['failed_open', 23, 23]);
    expect(offered).toContain('tool_search');
    expect(reasons['get_weather']).toContain('failed open, nothing fits the message');
  });

  it.each([
    ['Can I book a meeting?', 'get_booking_link'],
    ['Price of Apple shares right now?', 'get_stock_price'],
    ['okay, and what is the weather in Lisbon right now?', 'get_weather'],
    ['طيب، أريد حجز موعد', 'get_booking_link'],
  ])('P9: %s is narrowed to what it asks for', async (text, tool) => {
    const { outcome, offered } = await decisionOn(text);
    expect(outcome).not.toBe('failed_open');
    expect(offered).toContain(tool);
    expect(offered.length).toBeLessThanOrEqual(15);
  });
});
