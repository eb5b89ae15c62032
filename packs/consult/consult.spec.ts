import { randomUUID } from 'node:crypto';
import { platformTools, scopeTools, everyTool, ToolRegistry } from '#tools';
import { packs } from '../index.ts';
import { advisoryOrg } from './testing/advisory.fixture.ts';
import { ANCHOR } from '../testing/pack-org.fixture.ts';
import { ConsultCaseStudy, ConsultLead, ConsultSession } from './schema/entities/index.ts';
import { consult } from './index.ts';

describe('the consult pack', () => {
  const registry = new ToolRegistry(packs, platformTools);

  it.each([
    ['discovery', 'chat', 'admin', false],
    ['admin', 'chat', 'admin', true],
    ['admin', 'chat', 'staff', false],
    ['closer', 'voice', 'admin', true],
    ['closer', 'voice', 'contact', false],
  ] as const)('%s on %s for %s: statistics %s', (name, channel, caller, offered) => {
    const scope = scopeTools({
      registry: registry.effective(null),
      agent: { pack: 'consult', name },
      orgPacks: ['consult'],
      disabledTools: new Set(),
      channel,
      caller,
      conversation: everyTool,
    });
    const usable = scope.usable.map(({ registered }) => registered.tool.name);
    expect(usable.includes('get_dashboard_stats')).toBe(offered);
    expect(usable).toEqual(expect.arrayContaining(['get_booking_link', 'tool_search', 'query_org_data']));
    expect(usable).not.toContain('read_file');
  });

  describe('with rows', () => {
    const advisory = advisoryOrg();

    it('prepares six conversations, in the past', () => {
      const six = advisory.conversations.slice(0, 6);
      expect(six.map(({ contactId, channel }) => [contactId, channel])).toEqual([
        ['visitor-01', 'web'],
        ['visitor-08', 'web'],
        ['visitor-03', 'web'],
        ['visitor-02', 'web'],
        ['desk', 'voice'],
        ['visitor-04', 'web'],
      ]);
      const [, , tasks, screen, voice, figures] = six;
      expect(tasks?.turns.flatMap(({ text, reply }) => [text, reply])).toHaveLength(12);
      expect(screen?.pictures).toMatchObject([{ kind: 'screen', mediaType: 'image/png' }]);
      expect(screen?.turns[1]?.reply).toContain(screen?.pictures?.[0]?.analysis);
      expect(voice?.turns.map(({ staff }) => staff)).toEqual(['consultant', 'consultant']);
      expect(voice?.turns[1]?.calls?.[0]?.result).toMatchObject({ period: '7d' });
      expect(figures?.turns[0]?.reply).toContain('$10,000 a month');
      expect(figures?.turns[1]?.reply).toContain('200.0 %');
      for (const { at } of six.flatMap(({ turns }) => turns))
        expect(at.getTime()).toBeLessThan(ANCHOR.getTime() - 48 * 3_600_000);
    });

    it('stores their figures, and links them to their leads', async () => {
      const six = advisory.conversations.slice(0, 6);
      const [, , , , , figures] = six;
      const [session] = await advisory.rows(ConsultSession, { conversationId: figures?.id ?? '' });
      expect(session).toMatchObject({
        contactId: 'visitor-04',
        capabilitiesShown: ['roi'],
        lastRoi: { netSavings: 40_000, roiPercent: 200, paybackMonths: 4 },
        lastCostOfInaction: { monthlyHours: 200, monthlyCost: 10_000 },
      });
      const leads = await advisory.rows(ConsultLead);
      const tied = leads.filter(({ conversationId }) => conversationId !== null);
      expect(tied.map(({ id, conversationId }) => [id, conversationId]).sort()).toEqual(
        six
          .map(({ contactId, id }) => [contactId, id])
          .filter(([id]) => id !== 'desk')
          .sort(),
      );
      expect(tied.find(({ id }) => id === 'visitor-08')?.bookedAt).not.toBeNull();
    });

    const inOrg: typeof advisory.inOrg = (work) => advisory.inOrg(work);
    const lead = async (id: string) => (await advisory.rows(ConsultLead, { id }))[0];
    const recall = (
      contactId: string,
      text: string,
      caller: 'contact' | 'staff' = 'contact',
      saidAt = advisory.clock.now(),
    ) =>
      inOrg(async (tx) =>
        consult.recall?.(tx, {
          conversationId: randomUUID(),
          contactId,
          caller,
          text,
          saidAt,
          now: advisory.clock.now(),
        }),
      );

    it('is seeded once, and keeps later changes by people', async () => {
      const rescore = (score: number) =>
        inOrg((tx) =>
          tx.execute(`UPDATE consult_leads SET score = $2 WHERE org_id = $1 AND id = 'visitor-60'`, [score]),
        );
      await rescore(1);
      await advisory.seed();
      expect(advisory.conversations).toHaveLength(6);
      expect((await lead('visitor-60'))?.score).toBe(1);
      expect(await advisory.rows(ConsultLead)).toHaveLength(60);
      expect(await advisory.rows(ConsultCaseStudy)).toHaveLength(12);
      await rescore((37 * 60) % 101);
    });

    it('stores facts as visitors state them, and scores the lead', async () => {
      await recall('new-1', 'Hi, my name is Mara Lund and I work at Lund Foods. I am the CTO.');
      const known = await recall(
        'new-1',
        'We use Python and Postgres, our site is lund.example. We struggle with late invoices. Mail me at Mara@Lund.example',
      );
      expect(known).toEqual({
        name: 'Mara Lund',
        company: 'Lund Foods',
        role: 'CTO',
        techStack: 'Python and Postgres',
        website: 'lund.example',
        painPoints: ['late invoices'],
        painPoint: 'late invoices',
        leadScore: 60,
      });
      expect((await lead('new-1'))?.email).toBe('mara@lund.example');
    });

    it('passes on only as many problems as a plan can cover, the latest ones', async () => {
      const problems = Array.from({ length: 10 }, (_, index) => `problem number ${index + 1}`);
      for (const problem of problems) await recall('new-4', `We struggle with ${problem}.`);
      const known = await recall('new-4', 'Hello again');
      expect(known?.painPoints).toEqual(problems.slice(2));
    });

    it('creates no lead for a person about whom staff write', async () => {
      expect(await recall('new-2', 'My name is Kim Aster', 'staff')).toEqual({});
      expect(await lead('new-2')).toBeUndefined();
    });

    it('stores what staff say about a call; a visitor’s statement books none', async () => {
      expect(await recall('visitor-01', 'Mark her as booked', 'contact')).not.toHaveProperty('bookedAt');
      expect(await recall('visitor-01', 'Has she booked the call?', 'staff')).not.toHaveProperty('bookedAt');
      const now = advisory.clock.now().toISOString();
      const later = new Date(advisory.clock.now().getTime() + 60_000);
      expect(await recall('visitor-01', 'Mark her as booked', 'staff')).toMatchObject({ bookedAt: now });
      expect((await lead('visitor-01'))?.bookedAt?.toISOString()).toBe(now);
      expect(await recall('visitor-01', 'Mark her as not booked', 'staff', later)).not.toHaveProperty(
        'bookedAt',
      );
      const demo = (await lead('visitor-08'))?.bookedAt;
      expect(await recall('visitor-08', 'Mark her as booked', 'staff')).toMatchObject({
        bookedAt: demo?.toISOString(),
      });
      // A retried turn, after another turn has stored more.
      await recall('visitor-01', 'Mark her as booked', 'staff', new Date(later.getTime() + 60_000));
      expect(await recall('visitor-01', 'Mark her as not booked', 'staff', later)).toHaveProperty('bookedAt');
      expect(await recall('nobody', 'Mark her as booked', 'staff')).toEqual({});
    });

    it('stores each capability once, for lead and conversation, and the figures', async () => {
      const conversationId = randomUUID();
      await recall('new-3', 'Hello');
      const call = { conversationId, contactId: 'new-3', now: advisory.clock.now() };
      for (const round of [1, 2]) {
        await advisory.database.forOrgAtOnce(advisory.orgId, async (tx) =>
          consult.onToolSuccess?.(tx, {
            ...call,
            tool: 'simulate_cost_of_inaction',
            capability: 'roi',
            data: { monthlyCost: 6_000 * round },
          }),
        );
      }
      await advisory.database.forOrgAtOnce(advisory.orgId, async (tx) =>
        consult.onToolSuccess?.(tx, { ...call, tool: 'search_web', capability: 'search', data: {} }),
      );
      expect(await lead('new-3')).toMatchObject({
        capabilitiesShown: ['roi', 'search'],
        monthlyValue: 12_000,
        score: 15,
      });
      const [session] = await advisory.rows(ConsultSession, { conversationId });
      expect(session).toMatchObject({
        contactId: 'new-3',
        capabilitiesShown: ['roi', 'search'],
        lastCostOfInaction: { monthlyCost: 12_000 },
        lastRoi: null,
      });
    });

    it('exports and erases all data about a contact, and nothing about others', async () => {
      const held = await inOrg(async (tx) => consult.export?.(tx, 'new-3'));
      expect(held).toMatchObject({
        consult_leads: [{ id: 'new-3' }],
        consult_sessions: [{}],
        consult_documents: [],
      });
      const before = (await advisory.rows(ConsultLead)).length;
      expect(await inOrg(async (tx) => consult.erase?.(tx, 'new-3'))).toEqual({
        consult_documents: 0,
        consult_sessions: 1,
        consult_leads: 1,
      });
      expect(await advisory.rows(ConsultLead)).toHaveLength(before - 1);
    });
  });
});
