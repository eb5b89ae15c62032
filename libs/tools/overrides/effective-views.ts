import type { RegisteredAgent, RegisteredTool } from '../registered-tool.ts';
import { EffectiveRegistry } from './effective-registry.ts';
import { nothingLaidOver, type LaidOver } from './laid-over.ts';

/** Orgs with overrides whose view is kept; a view of 200 tools takes about 100 KiB beside the texts it shares. */
const MAX_KEPT_VIEWS = 500;

/** The views of all orgs over one set of files. They are made when they are asked for, without I/O, and kept. */
export class EffectiveViews {
  private laid: LaidOver = nothingLaidOver;
  private orgsOfTheirOwn: ReadonlySet<string> = new Set();
  private platform: EffectiveRegistry | undefined;
  /** In the order of use; the one used longest ago makes room. */
  private readonly kept = new Map<string, EffectiveRegistry>();

  constructor(
    private readonly files: (orgId: string | null) => RegisteredTool[],
    private readonly agent: (orgId: string | null, pack: string, name: string) => RegisteredAgent | undefined,
    /** Orgs with tools of their own. */
    private readonly ownTools: () => string[] = () => [],
    private readonly maxKept = MAX_KEPT_VIEWS,
  ) {}

  /** From now on every view rests on `laid`; views that were handed out stay as they are. */
  replace(laid: LaidOver): void {
    this.laid = laid;
    this.forget();
  }

  /** From now on views are made anew; those that were handed out stay as they are. */
  forget(): void {
    this.orgsOfTheirOwn = new Set([
      ...this.laid.orgs.keys(),
      ...[...this.laid.approved].map((key) => key.slice(0, key.indexOf('/'))),
      ...this.ownTools(),
    ]);
    this.platform = undefined;
    this.kept.clear();
  }

  /** @param orgId null for the platform's own view. */
  of(orgId: string | null): EffectiveRegistry {
    if (orgId === null || !this.orgsOfTheirOwn.has(orgId)) return (this.platform ??= this.make(null));
    const view = this.kept.get(orgId) ?? this.make(orgId);
    this.kept.delete(orgId);
    this.kept.set(orgId, view);
    const oldest = this.kept.keys().next();
    if (this.kept.size > this.maxKept && !oldest.done) this.kept.delete(oldest.value);
    return view;
  }

  get size(): number {
    return this.kept.size;
  }

  private make(orgId: string | null): EffectiveRegistry {
    const agent = (pack: string, name: string) => this.agent(orgId, pack, name);
    return new EffectiveRegistry(this.files(orgId), agent, this.laid, orgId);
  }
}
