import { traceOfScope } from './scope-trace.ts';
import type { EffectiveTool } from './overrides/effective-registry.ts';
import type { Scope } from './scoping.ts';

const usable = (count: number): Scope['usable'] =>
  Array.from({ length: count }, () => ({ registered: {} as EffectiveTool, tier: 'always' as const }));

describe('the trace of a scope', () => {
  it('counts for each layer the tools that passed, and names the excluded ones of the org’s packs with the reason', () => {
    const traced = traceOfScope({
      usable: usable(2),
      excluded: [
        { tool: 'a', layer: 'platform', reason: 'off' },
        { tool: 'd', layer: 'org_pack', reason: 'the org does not have the pack x' },
        { tool: 'b', layer: 'agent', reason: 'not listed' },
        { tool: 'c', layer: 'agent', reason: 'not listed' },
      ],
    });
    expect(traced).toEqual({
      platform: { passed: 5, out: { off: ['a'] } },
      org_pack: { passed: 4, out: { 'the org does not have the pack x': [] }, unnamed: 1 },
      org_enabled: { passed: 4, out: {} },
      agent: { passed: 2, out: { 'not listed': ['b', 'c'] } },
      channel: { passed: 2, out: {} },
      role: { passed: 2, out: {} },
      conversation: { passed: 2, out: {} },
    });
  });

  it('has a bounded size, and counts tools that it does not name', () => {
    const excluded = Array.from({ length: 2_000 }, (_, index) => ({
      tool: `tool_with_a_long_name_${index}`,
      layer: 'agent' as const,
      reason: 'the agent does not have it',
    }));
    const traced = traceOfScope({ usable: usable(1), excluded });
    expect(JSON.stringify(traced).length).toBeLessThan(9_000);
    const named = Object.values(traced.agent.out).flat().length;
    expect(named).toBeGreaterThan(100);
    expect(named + (traced.agent.unnamed ?? 0)).toBe(2_000);
    expect(traced.conversation.passed).toBe(1);
  });
});
