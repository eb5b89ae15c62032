import { Injectable } from '@nestjs/common';
import type { RegisteredTool, ScopedTool } from '#tools';
import { IndexCache } from '../index/index-cache.ts';
import { SetSignature } from '../index/set-signature.ts';
import type { CatalogueIndex } from '../index/catalogue-index.ts';
import type { RankableTool } from '../index/tool-document.ts';
import type { BrokerOutcome, BrokerRequest, BrokerSelection, ToolRank } from './broker-request.ts';
import { chooseTools, type Choice, type ChoiceCause } from './choose-tools.ts';
import { fullSet, withSearchIfOn, type OfferedSet } from './full-set.ts';
import { explained, toThousandths, type ExplainedTool } from './explained-tools.ts';
import { MAX_KEPT_REASONS, ranksOf, reasonsOf, comparedWithEnforce } from './reasons.ts';

/** Number of best ranked tools stored in a decision. */
const KEPT_RANKS = 20;

const outcomes: Record<ChoiceCause, BrokerOutcome> = {
  ranked: 'narrowed',
  steady: 'steady',
  low_confidence: 'failed_open',
  nothing_fits: 'failed_open',
  too_few: 'failed_open',
};

/** The offered tools, with rank and reason of every tool in scope. */
interface Explanation {
  selection: BrokerSelection;
  tools: ExplainedTool[];
  ranks: Record<string, ToolRank>;
}

/** Selects the tools offered in a turn. Runs in memory, without a model or network. */
@Injectable()
export class ToolBroker {
  private readonly indexes = new IndexCache();
  private readonly rankables = new WeakMap<RegisteredTool, RankableTool>();
  /** Signature of names, tiers and definitions; it changes with the tool list. */
  private readonly scopes = new SetSignature<ScopedTool>(({ registered, tier }) =>
    [registered.tool.name, tier, registered.definitionHash].join(' '),
  );

  select(request: BrokerRequest): BrokerSelection {
    const full = fullSet(request);
    const rest = { mode: request.mode, rankerVersion: request.learned?.version ?? null };
    if (request.mode === 'off' || request.usable.length === 0)
      return {
        ...rest,
        ...limited(full),
        outcome: 'full_set',
        brokered: null,
        nothingFits: false,
        ranking: [],
        scores: {},
        ranks: {},
        confidence: null,
        scopeHash: '',
        selectionUs: 0,
      };
    const startedAt = performance.now();
    const index = this.indexOf(request.usable.map(({ registered }) => registered));
    const scopeHash = this.scopes.of(request.usable);
    const choice = chooseTools(request, index, scopeHash);
    const selectionUs = Math.round((performance.now() - startedAt) * 1_000);
    const chosen = this.chosenSet(request, index, choice);
    const brokered = chosen.offered.map(({ registered }) => registered.tool.name);
    const shown =
      request.mode === 'enforce'
        ? chosen
        : {
            offered: full.offered,
            reasons: comparedWithEnforce(request.mode, limited(full).reasons, chosen.reasons),
          };
    return {
      ...rest,
      ...shown,
      outcome: outcomes[choice.cause],
      brokered,
      nothingFits: choice.nothingFits,
      ranking: choice.ranked.slice(0, KEPT_RANKS),
      scores: scoresOf(index, choice, shown.offered),
      ranks: ranksOf(request, index, choice),
      confidence: Math.round(choice.confidence * 1_000) / 1_000,
      scopeHash,
      selectionUs,
    };
  }

  /** The selection of {@link select}, with rank and reason of every tool in scope. */
  explain(request: BrokerRequest): Explanation {
    const index = this.indexOf(request.usable.map(({ registered }) => registered));
    const choice = chooseTools(request, index, this.scopes.of(request.usable), index.size);
    const names = request.usable.map(({ registered }) => registered.tool.name);
    const chosen = this.chosenSet(request, index, choice, names);
    const reasons =
      request.mode === 'enforce'
        ? chosen.reasons
        : comparedWithEnforce(request.mode, fullSet(request).reasons, chosen.reasons);
    const selection = this.select(request);
    return {
      selection,
      tools: explained(request, index, choice, { chosen, reasons, selection }),
      ranks: ranksOf(request, index, choice, names),
    };
  }

  indexOf(tools: readonly RegisteredTool[]): CatalogueIndex {
    return this.indexes.indexOf(tools.map((tool) => this.rankable(tool)));
  }

  private chosenSet(request: BrokerRequest, index: CatalogueIndex, choice: Choice, names?: string[]) {
    const offered = request.usable.filter(({ registered }) => choice.tools.has(registered.tool.name));
    return withSearchIfOn(request, { offered, reasons: reasonsOf(request, index, choice, names) });
  }

  /** One object per tool, so that its text is built once. */
  private rankable(registered: RegisteredTool): RankableTool {
    const known = this.rankables.get(registered);
    if (known) return known;
    const { name, description, category, whenToUse, examples } = registered.tool;
    const rankable = { name, description, category, whenToUse, examples, parameters: registered.parameters };
    this.rankables.set(registered, rankable);
    return rankable;
  }
}

/** Scores of the offered and best ranked tools, limited to {@link MAX_KEPT_REASONS} offered tools. */
function scoresOf(
  index: CatalogueIndex,
  { ranked, ranking }: Choice,
  offered: OfferedSet['offered'],
): Record<string, number> {
  const names = offered.slice(0, MAX_KEPT_REASONS).map(({ registered }) => registered.tool.name);
  return Object.fromEntries(
    [...new Set([...names, ...ranked.slice(0, KEPT_RANKS)])].flatMap((name): [string, number][] => {
      const at = index.placeOf(name);
      return at === undefined ? [] : [[name, toThousandths(ranking.scores[at] ?? 0)]];
    }),
  );
}

/** Limits the stored reasons, which are the same for all tools of a full set. */
function limited({ offered, reasons }: OfferedSet): OfferedSet {
  const entries = Object.entries(reasons);
  return entries.length <= MAX_KEPT_REASONS
    ? { offered, reasons }
    : { offered, reasons: Object.fromEntries(entries.slice(0, MAX_KEPT_REASONS)) };
}
