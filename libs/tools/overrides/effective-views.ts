import type { RegisteredAgent, RegisteredTool } from '../registered-tool.ts';
import { EffectiveRegistry } from './effective-registry.ts';
import { emptySnapshot, type OverrideSnapshot } from './override-snapshot.ts';

/** Maximum number of cached org views. A view of 200 tools takes about 100 KiB, without the shared texts. */
const MAX_CACHED_VIEWS = 500;

/** The views of all orgs, built on demand without I/O and cached. Orgs without overrides share the platform's view. */
export class EffectiveViews {
  private snapshot: OverrideSnapshot = emptySnapshot;
  private orgsOfTheirOwn: ReadonlySet<string> = new Set();
  private platform: EffectiveRegistry | undefined;
  /** LRU cache, in the order of use. */
  private readonly cached = new Map<string, EffectiveRegistry>();

  constructor(
    private readonly files: (orgId: string | null) => RegisteredTool[],
    private readonly agent: (orgId: string | null, pack: string, name: string) => RegisteredAgent | undefined,
    /** Orgs with tools of their own. */
    private readonly ownTools: () => string[] = () => [],
    private readonly maxCached = MAX_CACHED_VIEWS,
  ) {}

  /** Replaces the overrides and drops all cached views. Views returned before do not change. */
  replace(snapshot: OverrideSnapshot): void {
    this.snapshot = snapshot;
    this.forget();
  }

  /** Drops all cached views. Views returned before do not change. */
  forget(): void {
    this.orgsOfTheirOwn = new Set([
      ...this.snapshot.orgs.keys(),
      ...[...this.snapshot.approved].map((key) => key.slice(0, key.indexOf('/'))),
      ...this.ownTools(),
    ]);
    this.platform = undefined;
    this.cached.clear();
  }

  /** The current view of an org. @param orgId null for the platform's own view. */
  of(orgId: string | null): EffectiveRegistry {
    if (orgId === null || !this.orgsOfTheirOwn.has(orgId)) return (this.platform ??= this.make(null));
    const view = this.cached.get(orgId) ?? this.make(orgId);
    this.cached.delete(orgId);
    this.cached.set(orgId, view);
    const oldest = this.cached.keys().next();
    if (this.cached.size > this.maxCached && !oldest.done) this.cached.delete(oldest.value);
    return view;
  }

  get size(): number {
    return this.cached.size;
  }

  private make(orgId: string | null): EffectiveRegistry {
    const agent = (pack: string, name: string) => this.agent(orgId, pack, name);
    return new EffectiveRegistry(this.files(orgId), agent, this.snapshot, orgId);
  }
}
