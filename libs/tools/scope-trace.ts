import { scopeLayers, type Scope, type ScopeLayer } from './scoping.ts';

/** Maximum size of a turn's scope in the trace. Beyond it, the trace keeps only counts. */
const MAX_TRACED_CHARACTERS = 8_000;

interface TracedLayer {
  passed: number;
  /** Tools that this layer excluded, by reason. */
  out: Record<string, string[]>;
  /** Number of excluded tools that are not named: those of packs that the org does not have, and those beyond the size limit. */
  unnamed?: number;
}

/**
 * The decision of each layer for the turn's trace. A tool named under a layer was excluded by it and passed every layer
 * before; a tool that no layer names is usable. At most about 8,000 characters of JSON.
 */
export function traceOfScope({ usable, excluded }: Scope): Record<ScopeLayer, TracedLayer> {
  let passed = usable.length + excluded.length;
  let room = MAX_TRACED_CHARACTERS;
  const byLayer = Map.groupBy(excluded, ({ layer }) => layer);
  const traced = scopeLayers.map((layer): [ScopeLayer, TracedLayer] => {
    const kept = byLayer.get(layer) ?? [];
    passed -= kept.length;
    const out: Record<string, string[]> = {};
    let unnamed = 0;
    for (const { tool, reason } of kept) {
      const cost = tool.length + 3 + (out[reason] ? 0 : reason.length + 6);
      if (cost > room) unnamed += 1;
      else if (layer === 'org_pack') {
        // The reason names the pack. Most tools of an installation are in packs that the org does not have.
        out[reason] ??= [];
        unnamed += 1;
      } else {
        room -= cost;
        (out[reason] ??= []).push(tool);
      }
    }
    return [layer, { passed, out, ...(unnamed > 0 ? { unnamed } : {}) }];
  });
  return Object.fromEntries(traced) as Record<ScopeLayer, TracedLayer>;
}
