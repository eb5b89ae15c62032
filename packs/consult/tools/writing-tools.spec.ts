import { randomUUID } from 'node:crypto';
import type { ToolContext } from '#pack-kit';
import { ConsultDocument, ConsultLead } from '../schema/entities/index.ts';
import { noteCall } from '../agents/lead-memory.ts';
import { conversationOf, advisoryOrg } from '../testing/advisory.fixture.ts';
import { draftFollowUpEmail, type DraftedEmail } from './draft-follow-up-email.tool.ts';
import { extractActionItems, type ActionItems } from './extract-action-items.tool.ts';
import {
  generateArchitectureDiagram,
  type ArchitectureDiagram,
} from './generate-architecture-diagram.tool.ts';
import { generateCustomSyllabus, type CustomSyllabus } from './generate-custom-syllabus.tool.ts';
import { generateExecutiveMemo, type ExecutiveMemo } from './generate-executive-memo.tool.ts';
import { generateProposalDraft, type ProposalDraft } from './generate-proposal-draft.tool.ts';
import { generateSummaryPreview, type SummaryPreview } from './generate-summary-preview.tool.ts';
import { simulateCostOfInaction } from './simulate-cost-of-inaction.tool.ts';

const INVALID = { errorClass: 'VALIDATION_FAILED' };
const TOO_EARLY = { errorClass: 'PRECONDITION_FAILED' };

const TALK = [
  'We lose hours on invoices every week. We want a workshop for the team.',
  'Understood. A workshop could help; I will send the programme by Friday.',
  'I need to ask my boss. Please send the price too.',
  'The price is in the programme. Shall we meet next week?',
];

/** A model that gives every task this answer. */
const modelOf = (output: object): ToolContext['tasks'] => ({
  run: async <Output>() => ({ output: output as Output, generatedBy: 'm' }),
});

describe('tools that write', () => {
  const advisory = advisoryOrg({ per: 'test' });

  const talk = (change: Partial<ToolContext> = {}): Partial<ToolContext> => ({
    conversation: conversationOf(...TALK),
    conversationId: randomUUID(),
    contactId: 'visitor-02',
    ...change,
  });
  const documents = (kind: ConsultDocument['kind']) => advisory.rows(ConsultDocument, { kind });

  it.each([extractActionItems, generateSummaryPreview, generateProposalDraft])(
    '$name has nothing to analyse before anything was said',
    async (tool) => {
      const nothing = talk({ conversation: conversationOf() });
      await expect(advisory.run(tool, {}, nothing)).rejects.toMatchObject(TOO_EARLY);
      expect(await documents('proposal')).toEqual([]);
    },
  );

  it('extract_action_items takes tasks only from the messages', async () => {
    const found = await advisory.run<ActionItems>(extractActionItems, {}, talk());
    expect(found).toEqual({
      items: [
        'A workshop could help; I will send the programme by Friday.',
        'I need to ask my boss.',
        'Please send the price too.',
      ],
      priority: 'medium',
      nextMeetingNeed: true,
      messageCount: 4,
      generatedBy: 'rules',
    });
    const idle = talk({ conversation: conversationOf('Nice weather.', 'Indeed.') });
    expect(await advisory.run(extractActionItems, {}, idle)).toMatchObject({ items: [], priority: 'low' });
    const arabic = talk({ conversation: conversationOf('يجب إرسال العقد عاجل.', 'سأرسل الملف.') });
    expect(await advisory.run(extractActionItems, {}, arabic)).toMatchObject({
      items: ['يجب إرسال العقد عاجل.', 'سأرسل الملف.'],
      priority: 'high',
    });
  });

  it('generate_summary_preview has the requested sections, in the language of the message', async () => {
    const plain = await advisory.run<SummaryPreview>(generateSummaryPreview, {}, talk());
    expect(plain.sections).toEqual(['Overview', 'Needs', 'Discussed solutions', 'Figures']);
    expect(plain.markdown).toContain('We lose hours on invoices every week.');
    expect(plain.markdown).toContain('## Figures\n- Not discussed.');
    expect(plain.wordCount).toBeGreaterThan(20);
    const all = { includeRecommendations: true, includeNextSteps: true };
    const full = await advisory.run<SummaryPreview>(generateSummaryPreview, all, talk({ language: 'ar' }));
    expect(full.sections.slice(-2)).toEqual(['التوصيات', 'الخطوات التالية']);
  });

  it('limits a section to five lines, and a mail to two sentences of needs and of agreements', async () => {
    const needs = Array.from({ length: 7 }, (_, at) => `We need help with matter ${at + 1}.`);
    const agreed = Array.from({ length: 7 }, (_, at) => `I will send file ${at + 1}.`);
    const conversation = conversationOf(needs.join(' '), agreed.join(' '));
    const context = talk({ conversation });
    const steps = { includeNextSteps: true };
    const { markdown } = await advisory.run<SummaryPreview>(generateSummaryPreview, steps, context);
    for (const section of markdown.split(/^## /m).slice(1))
      expect(section.split('\n').filter((line) => line.startsWith('- ')).length).toBeLessThanOrEqual(5);
    const mail = { recipient: 'team', tone: 'casual' };
    const { body } = await advisory.run<DraftedEmail>(draftFollowUpEmail, mail, context);
    expect(body.match(/matter \d/g)).toHaveLength(2);
    expect(body.match(/file \d/g)).toHaveLength(2);
  });

  it('draft_follow_up_email addresses the recipient, with a link only if there is one', async () => {
    const args = { recipient: 'team', tone: 'casual' };
    const mail = await advisory.run<DraftedEmail>(draftFollowUpEmail, args, talk());
    expect(mail).toMatchObject({ recipient: 'team', tone: 'casual' });
    expect(mail.formatted).toBe(`${mail.subject}\n\n${mail.body}`);
    expect(mail.body).toContain('Hey all');
    expect(mail.body).not.toContain('http');
    advisory.settings.set('BOOKING_URL', 'https://book.example/call');
    const linked = await advisory.run<DraftedEmail>(draftFollowUpEmail, args, talk());
    expect(linked.body).toContain('https://book.example/call');
    for (const wrong of [{ tone: 'casual' }, { ...args, recipient: 'press' }, { ...args, tone: 'loud' }])
      await expect(advisory.run(draftFollowUpEmail, wrong, talk())).rejects.toMatchObject(INVALID);
  });

  it('generate_proposal_draft names the org’s prices and open questions, and counts its versions', async () => {
    advisory.settings.set('CONSULT_WORKSHOP_PRICE', '12000');
    const context = talk();
    const draft = await advisory.run<ProposalDraft>(generateProposalDraft, {}, context);
    expect(draft.markdown).toContain('Workshop: $12,000');
    expect(draft.markdown).not.toContain('$80,000');
    expect(draft.openPoints).toContain('The value, by a calculation');
    expect(draft.version).toBe(1);
    expect(await advisory.run(generateProposalDraft, {}, context)).toMatchObject({ version: 2 });
    const kept = (await documents('proposal')).map(({ version, contactId }) => `${contactId} ${version}`);
    expect(kept).toEqual(expect.arrayContaining(['visitor-02 1', 'visitor-02 2']));
  });

  describe('generate_architecture_diagram', () => {
    const draw = (type: string, description: string, change?: Partial<ToolContext>) =>
      advisory.run<ArchitectureDiagram>(
        generateArchitectureDiagram,
        { diagram_type: type, content_description: description },
        change,
      );

    it('draws each type with its own keyword (C11)', async () => {
      const intake = 'Map our intake: mail comes in, then triage, then draft, then approval';
      expect(await draw('flowchart', intake)).toMatchObject({
        mermaid:
          'flowchart TD\n  s1["mail comes in"]\n  s2["triage"]\n  s3["draft"]\n  s4["approval"]\n  s1 --> s2\n  s2 --> s3\n  s3 --> s4',
        nodeCount: 4,
        title: 'Intake',
      });
      const sequence = await draw('sequence', 'Client sends a form to Desk, Desk sends a case to Expert');
      expect(sequence.mermaid.split('\n')).toEqual([
        'sequenceDiagram',
        ...['Client', 'Desk', 'Expert'].map((name, index) => `  participant a${index + 1} as ${name}`),
        '  a1->>a2: a form',
        '  a2->>a3: a case',
      ]);
      expect(sequence.nodeCount).toBe(3);
      const plan = await draw('timeline', 'Pilot, then training, then rollout');
      expect(plan.mermaid).toContain('  1. Pilot :t1, 2026-03-02, 7d\n  2. training :t2, after t1, 7d');
      expect(plan).toMatchObject({ diagramType: 'gantt', nodeCount: 3 });
      const map = await draw('خريطة ذهنية', 'مصادر البيانات: البريد، الملفات، قاعدة البيانات');
      expect(map.mermaid).toBe(
        'mindmap\n  root(("مصادر البيانات"))\n    b1["البريد"]\n    b2["الملفات"]\n    b3["قاعدة البيانات"]',
      );
    });

    it('removes Mermaid syntax from the description', async () => {
      const drawn = await draw(
        'flowchart',
        'Mail "in" [x]; click s1 "javascript:alert(1)", then <script>done</script>',
      );
      expect(drawn.mermaid).not.toMatch(/<script|javascript:|\[x\]/);
    });

    it('names a flowchart so, even if a model uses its older name', async () => {
      const tasks = modelOf({ title: 'Intake', mermaid: 'graph LR\n  a --> b' });
      expect(await draw('flowchart', 'Two things after each other', { tasks })).toMatchObject({
        mermaid: 'flowchart LR\n  a --> b',
        nodeCount: 2,
      });
    });

    it('asks a model once more, then fails', async () => {
      const asked: unknown[] = [];
      const answers = ['graph nothing', 'flowchart TD\n  a --> b'];
      const tasks = {
        run: async <Output>(_key: string, given: unknown) => {
          asked.push(given);
          return { output: { title: 'T', mermaid: answers.shift() ?? 'pie' } as Output, generatedBy: 'm' };
        },
      };
      const description = 'Two things after each other';
      const drawn = await draw('flowchart', description, { tasks });
      expect(drawn).toMatchObject({ nodeCount: 2, generatedBy: 'm' });
      expect(asked[1]).toMatchObject({ problem: 'it must begin with the keyword of a flowchart diagram' });
      await expect(draw('flowchart', description, { tasks })).rejects.toMatchObject({
        errorClass: 'INTERNAL',
      });
      await expect(draw('flowchart', '… 1 2 3 4 5 …')).rejects.toMatchObject(INVALID);
      await expect(draw('flowchart', 'short')).rejects.toMatchObject(INVALID);
      await expect(draw('pie', description)).rejects.toMatchObject(INVALID);
    });
  });

  describe('generate_custom_syllabus', () => {
    const plan = (args: Record<string, unknown>, change?: Partial<ToolContext>) =>
      advisory.run<CustomSyllabus>(
        generateCustomSyllabus,
        { team_roles: '3 developers', tech_stack: 'React', ...args },
        change,
      );

    it('covers the first question in the second module, every one once, over two days', async () => {
      const one = await plan({ pain_points: 'hallucinations in our bot' }, { contactId: 'visitor-02' });
      expect(one.coverage).toEqual([{ painPoint: 'hallucinations in our bot', moduleNumber: 2 }]);
      expect(one.modules.map(({ day }) => day)).toEqual([1, 1, 2, 2]);
      const [lead] = await advisory.rows(ConsultLead, { id: 'visitor-02' });
      expect(lead).toMatchObject({ teamRoles: '3 developers', painPoints: ['hallucinations in our bot'] });
      const points = Array.from({ length: 8 }, (_, index) => `problem ${index + 1}`);
      const eight = await plan({ pain_points: points });
      expect(eight.modules).toHaveLength(8);
      expect(eight.coverage.map(({ moduleNumber }) => moduleNumber)).toEqual([2, 3, 4, 5, 6, 7, 2, 3]);
      expect(await documents('syllabus')).toHaveLength(2);
    });

    it('merges a problem that is named twice', async () => {
      const twice = await plan({ pain_points: ['slow invoices', 'slow invoices'] });
      expect(twice.coverage).toEqual([{ painPoint: 'slow invoices', moduleNumber: 2 }]);
    });

    it('rejects a model’s plan that leaves a question out', async () => {
      const modules = Array.from({ length: 4 }, () => ({ title: 'M', covers: [], outcomes: ['o'] }));
      const tasks = modelOf({ title: 'T', modules });
      await expect(plan({ pain_points: ['x'] }, { tasks })).rejects.toMatchObject({
        errorClass: 'UPSTREAM_ERROR',
      });
      expect(await documents('syllabus')).toEqual([]);
    });

    it.each([
      ['no pain points', { pain_points: [] }],
      ['nine pain points', { pain_points: Array.from({ length: 9 }, () => 'x') }],
      ['no team', { pain_points: ['x'], team_roles: '' }],
    ])('refuses %s', async (_name, args) => {
      await expect(plan(args)).rejects.toMatchObject(INVALID);
    });
  });

  describe('generate_executive_memo', () => {
    const memo = {
      target_audience: 'finance',
      key_blocker: 'expensive',
      proposed_solution: '2-day in-house workshop',
    };

    it('rests on the stored figures and says where they are from (C8)', async () => {
      const context = talk();
      const cost = await advisory.run(simulateCostOfInaction, {
        inefficient_process: 'invoices',
        hours_wasted_per_week: 10,
        team_size: 5,
      });
      await advisory.database.forOrgAtOnce(advisory.orgId, (tx) =>
        noteCall(tx, {
          tool: 'simulate_cost_of_inaction',
          conversationId: context.conversationId,
          data: cost,
          now: advisory.clock.now(),
        }),
      );
      const written = await advisory.run<ExecutiveMemo>(generateExecutiveMemo, memo, context);
      expect(written).toMatchObject({ audience: 'CFO', blocker: 'budget' });
      expect(written.wordCount).toBeLessThanOrEqual(450);
      expect(written.markdown).toContain('$10,000 (calculation of the cost of waiting)');
      expect(written.figuresUsed).toEqual(
        expect.arrayContaining([
          expect.objectContaining({
            name: 'Cost of waiting a month',
            value: '$10,000',
            source: 'simulate_cost_of_inaction',
          }),
          expect.objectContaining({ name: 'Price', value: '$10,000', source: 'price list' }),
        ]),
      );
      expect(await documents('memo')).toHaveLength(1);
      const arabic = await advisory.run<ExecutiveMemo>(generateExecutiveMemo, memo, {
        ...context,
        language: 'ar',
      });
      expect(arabic.markdown).toContain('تكلفة الانتظار شهريا: $10,000');
      expect(arabic.markdown).toContain('(حساب تكلفة الانتظار)');
      expect(arabic.markdown).not.toMatch(/Cost of waiting|simulate_|calculate_|price list/);
    });

    it('has no figures but the price where none were worked out, and says so', async () => {
      const written = await advisory.run<ExecutiveMemo>(generateExecutiveMemo, memo, talk());
      expect(written.figuresUsed).toEqual([
        { name: 'Price', value: '$10,000', source: 'price list', sourceName: 'price list' },
      ]);
      expect(written.markdown).toContain('has not been worked out');
    });

    it('is cut to a page, and knows its readers', async () => {
      const long = 'word '.repeat(400).trim();
      const parts = { matter: long, costOfWaiting: long, proposal: long, answer: long, decision: long };
      const tasks = modelOf({ subject: 'S', ...parts });
      const written = await advisory.run<ExecutiveMemo>(generateExecutiveMemo, memo, talk({ tasks }));
      expect(written.wordCount).toBeLessThanOrEqual(450);
      await expect(
        advisory.run(generateExecutiveMemo, { ...memo, target_audience: 'CMO' }, talk()),
      ).rejects.toMatchObject(INVALID);
    });
  });
});
