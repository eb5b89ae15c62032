import { MAX_FACTS_OF_ORG, type KnowledgeFactText } from '#contracts';
import type { Clock } from '#config';
import type { Database, OrgTransaction } from '#database';
import { countTextTokens, type EmbeddingModels } from '#models';
import type { EmbeddedText } from '#pack-kit';
import { embedQuestion, embedTexts } from '../embed-texts.ts';
import { fuse } from '../fusion.ts';
import { scoreByWords } from '../search/score-by-words.ts';
import { hasSimilarSpelling } from '../search/similar-spelling.ts';
import {
  deleteFact,
  insertFact,
  listFacts,
  lockAndCountFacts,
  nearestPassages,
  replaceFact,
  type IndexedFact,
  type PassageRow,
} from './knowledge.repository.ts';
import { passagesOf } from './passages.ts';
import { factLine } from './prompt-facts.ts';

/** A part of a fact that a question needs. */
export interface FoundPassage {
  factId: string;
  text: string;
  source: string | null;
  why: string;
}

/** Passages have no category, importance or age, by which insights are weighted. */
const UNWEIGHTED = { category: 'preference', importance: 5, age: 0, ageDays: 0 } as const;

/** The facts that orgs state about themselves: offer, fees, hours, policies, frequent questions. */
export class KnowledgeService {
  constructor(
    private readonly database: Database,
    private readonly embedders: EmbeddingModels,
    private readonly clock: Clock,
  ) {}

  /** The facts of an org, at most {@link MAX_FACTS_OF_ORG}, by topic and title. */
  list(tx: OrgTransaction) {
    return listFacts(tx);
  }

  /** Computes what is stored with a fact. Runs before the transaction, because it may call an embedding provider. */
  async index(orgId: string, fact: KnowledgeFactText): Promise<IndexedFact> {
    const texts = passagesOf(fact.text).map((passage) => `${fact.title}\n${passage}`);
    return {
      ...fact,
      tokens: await countTextTokens(`${factLine(fact)}\n`),
      passages: await embedTexts(this.embedders.of(orgId), texts),
    };
  }

  /** @returns the id of the new fact; undefined if the org has as many as it may have. */
  async add(tx: OrgTransaction, fact: IndexedFact): Promise<string | undefined> {
    if ((await lockAndCountFacts(tx)) >= MAX_FACTS_OF_ORG) return undefined;
    return insertFact(tx, fact, this.clock.now());
  }

  /** @returns the fact as it was; undefined if the org has no such fact. */
  change(tx: OrgTransaction, id: string, fact: IndexedFact): Promise<KnowledgeFactText | undefined> {
    return replaceFact(tx, id, fact, this.clock.now());
  }

  /** @returns the title of the deleted fact; undefined if the org has no such fact. */
  remove(tx: OrgTransaction, id: string): Promise<string | undefined> {
    return deleteFact(tx, id);
  }

  /**
   * The passages that answer a question, best first. Without a semantic embedding model, only those that share a word or a
   * similar spelling with it.
   *
   * @param options.without ids of facts that are known already.
   */
  async find(
    orgId: string,
    question: string,
    { limit, without = [] }: { limit: number; without?: readonly string[] },
  ): Promise<FoundPassage[]> {
    const { query, semantic } = await embedQuestion(this.embedders, orgId, question);
    const rows = await this.database.forOrgAtOnce(orgId, (tx) => nearestPassages(tx, query, without));
    return ranked(rows, query, { limit, semantic }).map(({ factId, text, source, why }) => ({
      factId,
      text,
      source,
      why,
    }));
  }
}

function ranked(
  rows: readonly PassageRow[],
  { text: question }: EmbeddedText,
  { limit, semantic }: { limit: number; semantic: boolean },
) {
  const scores = scoreByWords(
    rows.map(({ searchTerms }) => searchTerms),
    question,
  );
  const candidates = rows.map((row, at) => ({
    ...row,
    ...UNWEIGHTED,
    lexical: scores[at]?.score ?? 0,
    shared: scores[at]?.shared ?? [],
    related: scores[at]?.related ?? false,
  }));
  const isAlike = semantic ? undefined : hasSimilarSpelling(question);
  const fitting = isAlike ? candidates.filter((one) => one.related || isAlike(one.text)) : candidates;
  return fuse(fitting, { limit, semantic });
}
