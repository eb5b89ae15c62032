import { Body, Controller, Delete, Get, HttpCode, Inject, Param, Post, Put } from '@nestjs/common';
import { knowledgeFact, MAX_FACTS_OF_ORG, uuid, type KnowledgeFactText } from '#contracts';
import {
  consoleKnowledgeQuery,
  type ConsoleFact,
  type ConsoleKnowledge,
  type ConsoleKnowledgeQuery,
} from '#contracts/console';
import { Database } from '#database';
import { ProblemError } from '#http';
import { factsInPrompt, KnowledgeService, MAX_TOKENS_OF_FACTS } from '#memory';
import { notFound } from '../http/problems.ts';
import { AuditedChanges } from '../session/audited-changes.ts';
import { OrgQuery, OrgToEdit, type Scoped } from '../session/picked-org.ts';
import { CurrentViewer } from '../session/session.guard.ts';
import type { Viewer } from '../session/viewer.ts';

/** Passages that a search of the console considers. */
const MAX_FOUND = 20;

/** The facts that an org states about itself. Its agents use them from the next turn. */
@Controller('admin/knowledge')
export class KnowledgeController {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(KnowledgeService) private readonly knowledge: KnowledgeService,
    @Inject(AuditedChanges) private readonly changes: AuditedChanges,
  ) {}

  @Get()
  async list(
    @OrgQuery(consoleKnowledgeQuery) { scope: { orgId }, q }: Scoped<ConsoleKnowledgeQuery, string>,
  ): Promise<ConsoleKnowledge> {
    const facts = await this.database.forOrg(orgId, (tx) => this.knowledge.list(tx));
    const always = factsInPrompt(facts);
    const used = always.reduce((sum, { tokens }) => sum + tokens, 0);
    const items = facts.map(({ createdAt: _created, ...fact }) => ({
      ...fact,
      inPrompt: always.some(({ id }) => id === fact.id),
      updatedAt: fact.updatedAt.toISOString(),
      why: null,
    }));
    return {
      items: q === undefined ? items : await this.found(orgId, q, items),
      promptTokens: { used, limit: MAX_TOKENS_OF_FACTS },
    };
  }

  @Post()
  async add(
    @CurrentViewer() viewer: Viewer,
    @OrgToEdit() orgId: string,
    @Body({ schema: knowledgeFact }) fact: KnowledgeFactText,
  ): Promise<{ id: string }> {
    const indexed = await this.knowledge.index(orgId, fact);
    let id = '';
    await this.changes.inOrg(viewer, orgId, async (tx) => {
      const added = await this.knowledge.add(tx, indexed);
      if (added === undefined) throw tooMany();
      id = added;
      return { action: 'knowledge.add', target: `knowledge:${id}`, after: fact };
    });
    return { id };
  }

  @Put(':id')
  @HttpCode(204)
  async change(
    @CurrentViewer() viewer: Viewer,
    @Param('id', { schema: uuid }) id: string,
    @OrgToEdit() orgId: string,
    @Body({ schema: knowledgeFact }) fact: KnowledgeFactText,
  ): Promise<void> {
    const indexed = await this.knowledge.index(orgId, fact);
    await this.changes.inOrg(viewer, orgId, async (tx) => {
      const before = await this.knowledge.change(tx, id, indexed);
      if (!before) throw noSuchFact();
      return { action: 'knowledge.edit', target: `knowledge:${id}`, before, after: fact };
    });
  }

  @Delete(':id')
  @HttpCode(204)
  async remove(
    @CurrentViewer() viewer: Viewer,
    @Param('id', { schema: uuid }) id: string,
    @OrgToEdit() orgId: string,
  ): Promise<void> {
    await this.changes.inOrg(viewer, orgId, async (tx) => {
      const title = await this.knowledge.remove(tx, id);
      if (title === undefined) throw noSuchFact();
      return { action: 'knowledge.delete', target: `knowledge:${id}`, before: { title } };
    });
  }

  /** The facts that agents have for the question: those whose passages answer it, best first, then the others of every prompt. */
  private async found(orgId: string, q: string, items: readonly ConsoleFact[]): Promise<ConsoleFact[]> {
    const passages = await this.knowledge.find(orgId, q, { limit: MAX_FOUND });
    const answers = [...new Set(passages.map(({ factId }) => factId))].flatMap((factId) => {
      const fact = items.find(({ id }) => id === factId);
      return fact ? [{ ...fact, why: passages.find((one) => one.factId === factId)?.why ?? null }] : [];
    });
    const others = items.filter(({ id, inPrompt }) => inPrompt && answers.every((one) => one.id !== id));
    return [...answers, ...others];
  }
}

const noSuchFact = () => notFound('The org has no such fact.');

const tooMany = () =>
  new ProblemError(422, 'too-many-facts', `An org can have ${MAX_FACTS_OF_ORG} facts. Join or delete some.`, {
    errors: [],
  });
