import type { PolicySituation } from '#pack-kit';
import { salesConstraint } from './sales-constraint.ts';

const situation = (text: string, change: Partial<PolicySituation> = {}): PolicySituation => ({
  agent: 'pitch',
  caller: 'contact',
  text,
  language: 'en',
  recent: [],
  known: {},
  calls: [],
  shown: () => '',
  ...change,
});

describe('the sales constraint', () => {
  it.each([
    ['How do I fix hallucinations in our support bot?', {}, 'applied'],
    ['كيف أصلح الهلوسة في الروبوت؟', {}, 'applied'],
    ['Explain the technology behind it', {}, 'applied'],
    ['Can you explain the technology behind it?', { known: { bookedAt: '2026-01-01' } }, 'exception'],
    ['What happens under the hood?', { known: { leadScore: 80 } }, 'exception'],
    ['كيف يعمل تقنيا؟', { recent: [{ role: 'user', text: 'أرسل العقد' }] }, 'exception'],
    [
      'What happens under the hood?',
      { recent: [{ role: 'assistant', text: 'We want to start' }] },
      'applied',
    ],
    ['How do I fix hallucinations?', { known: { bookedAt: '2026-01-01' } }, 'applied'],
    ['We lose ten hours a week', {}, 'not_triggered'],
  ] as const)('%s with %j: %s', (text, change, standing) => {
    expect(salesConstraint.standing(situation(text, change))).toBe(standing);
  });

  it.each([
    ['code', 'Like this:\n```python\nprint(1)\n```'],
    ['code behind a diagram', '```mermaid\nflowchart TD\n  a --> b\n```\nand\n```python\nprint(1)\n```'],
    ['code that no fence parts from a diagram', '```mermaid\na\n```python\nprint(1)\n```'],
    ['three steps', '1. Collect your documents\n2. Split them into parts\n3. Store them in an index'],
    ['steps by name', 'Step 1: documents\nStep 2: parts\nStep 3: index'],
    ['bullets that tell what to do', '- Install the library\n- Configure the key\n- Run the script'],
    ['Arabic steps', '1. أضف المستندات\n2. قسم النصوص\n3. اختبر النتائج'],
    ['a prompt', 'Use this system prompt:\n"You are a careful assistant who never guesses."'],
  ])('finds %s', (_what, reply) => {
    expect(salesConstraint.problem(reply, situation('x'))).toEqual(expect.any(String));
  });

  it.each([
    ['a module and an outcome', 'Module 2 covers that. Your team can tell good answers from bad ones.'],
    ['a diagram', 'Your intake:\n```mermaid\nflowchart TD\n  a --> b\n```'],
    ['a diagram with words behind it', '```mermaid\nflowchart TD\n  a --> b\n```\nShall we talk about it?'],
    ['a diagram whose last line ends it', '```mermaid\na --> b```\nShall we talk about it?'],
    ['a list of outcomes', '- A shared picture\n- A baseline\n- Fewer complaints\n- Owners and dates'],
    ['two steps', '1. Book a call\n2. Send us your questions'],
  ])('lets %s pass', (_what, reply) => {
    expect(salesConstraint.problem(reply, situation('x'))).toBeUndefined();
  });

  it('has a safe reply that obeys the rule, in both languages, with the module of the plan', () => {
    const coverage = [{ painPoint: 'hallucinations', moduleNumber: 3 }];
    const modules = [{ number: 3, outcomes: ['answers that can be trusted'] }];
    const calls = [{ tool: 'generate_custom_syllabus', success: true, data: { coverage, modules } }];
    const planned = salesConstraint.safeReply(situation('x', { calls }), '');
    expect(planned).toContain('Module 3 of the workshop covers hallucinations');
    expect(planned).toContain('answers that can be trusted');
    const arabic = salesConstraint.safeReply(situation('x', { language: 'ar' }), '');
    expect(arabic).toContain('الوحدة 2');
    for (const reply of [planned, arabic])
      expect(salesConstraint.problem(reply, situation('x'))).toBeUndefined();
  });
});
