import type { FlagCatalogue } from './flag-catalogue.ts';
import type { StoredRule } from './flag-rule.repository.ts';
import { FlagEvaluationError } from './flags.errors.ts';
import { buildTargets } from './targeting/build-targets.ts';
import {
  evaluateFlag,
  type FlagContext,
  type FlagEvaluation,
  type FlagTargets,
} from './targeting/targeting.ts';

/** The targets of all flags and orgs in the memory of this process. */
export class FlagStore {
  private targets: ReadonlyMap<string, FlagTargets> | undefined;
  private revisions: ReadonlyMap<string, string> = new Map();
  private readonly listeners = new Set<(flags: string[]) => void>();

  constructor(
    readonly catalogue: FlagCatalogue,
    private readonly readRules: () => Promise<StoredRule[]>,
  ) {}

  /** Reads all rows again, and notifies listeners of the flags that changed. */
  async refresh(): Promise<void> {
    const rules = await this.readRules();
    const before = this.revisions;
    this.targets = buildTargets(this.catalogue, rules);
    this.revisions = revisionsByFlag(rules);
    const changed = this.catalogue.keys.filter((key) => this.revisions.get(key) !== before.get(key));
    if (changed.length > 0) for (const listener of this.listeners) listener(changed);
  }

  /** @returns a function that removes the listener. */
  onChange(listener: (flags: string[]) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  get ready(): boolean {
    return this.targets !== undefined;
  }

  /**
   * Evaluates a flag from memory.
   *
   * @throws UnknownFlagError; FlagEvaluationError before the first {@link refresh}.
   */
  evaluate(key: string, context: Partial<FlagContext>): FlagEvaluation {
    const flag = this.catalogue.get(key);
    if (!this.targets) throw new FlagEvaluationError(key, 'the flags have not been read yet');
    return evaluateFlag(flag, this.targets.get(key), context);
  }
}

/**
 * A row's revision only grows, and rows are deleted only together with their org. The sum of the revisions therefore
 * identifies a state.
 */
function revisionsByFlag(rules: readonly StoredRule[]): Map<string, string> {
  const sums = new Map<string, { rows: number; revisions: number }>();
  for (const { flag, revision } of rules) {
    const sum = sums.get(flag) ?? { rows: 0, revisions: 0 };
    sums.set(flag, { rows: sum.rows + 1, revisions: sum.revisions + revision });
  }
  return new Map([...sums].map(([flag, { rows, revisions }]) => [flag, `${rows}/${revisions}`]));
}
