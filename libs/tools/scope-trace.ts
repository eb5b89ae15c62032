import { scopeLayers, type Scope, type ScopeLayer } from './scoping.ts';

/** What a trace keeps of one turn's scope at most; beyond it only counts are kept. */
const MAX_TRACED_CHARACTERS = 8_000;

interface TracedLayer {
  /** Tools that came through. */
  passed: number;
  /** Tools that this layer kept out, by reason. */
  out: Record<string, string[]>;
  /** Tools kept out that are not named here, for want of room. */
  unnamed?: number;
}

/**
 * What each layer did to each tool, for the turn's trace: a tool that a layer names was kept out by it and let through
 * by every layer before; one that no layer names is usable. At most about 8,000 characters of JSON.
 */
export function traceOfScope({ usable, excluded }: Scope): Record<ScopeLayer, TracedLayer> {
  let passed = usable.length + excluded.length;
  let room = MAX_TRACED_CHARACTERS;
  const traced = scopeLayers.map((layer): [ScopeLayer, TracedLayer] => {
    const kept = excluded.filter((entry) => entry.layer === layer);
    passed -= kept.length;
    const out: Record<string, string[]> = {};
    let unnamed = 0;
    for (const { tool, reason } of kept) {
      const cost = tool.length + 3 + (out[reason] ? 0 : reason.length + 6);
      if (cost > room) unnamed += 1;
      else {
        room -= cost;
        (out[reason] ??= []).push(tool);
      }
    }
    return [layer, { passed, out, ...(unnamed > 0 ? { unnamed } : {}) }];
  });
  return Object.fromEntries(traced) as Record<ScopeLayer, TracedLayer>;
}
