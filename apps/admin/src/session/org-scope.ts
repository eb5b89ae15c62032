import { Inject, Injectable } from '@nestjs/common';
import { Database, type Transaction } from '#database';
import { choice, OrgService, type OrgSettings } from '#identity';
import { notAllowed, notFound, orgNeeded } from '../http/problems.ts';
import { refuseUnlessAdmin } from './admin-checks.ts';
import { readsTextsOf, type ReadableTexts } from './readable-texts.ts';
import { readRows } from './rows.read-model.ts';
import type { Viewer } from './viewer.ts';

/** The rows that a request may read: those of one org, or of every org. */
export class OrgScope<OrgId extends string | null = string | null> {
  constructor(
    private readonly database: Database,
    /** Null for every org. */
    readonly orgId: OrgId,
    /** The orgs whose texts the viewer may read; for an analyst, the orgs that allow it. */
    readonly texts: ReadableTexts,
  ) {}

  /** Runs `work` in a transaction that sees only the rows of the scope. */
  run<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    if (this.orgId !== null) return this.database.forOrg(this.orgId, work);
    return this.database.asPlatform('the console shows every org to those who may see all', work);
  }

  /** Reads rows of the scope as answers have them: with timestamps as ISO strings. */
  rows<Row extends object>(sql: string, values: unknown[]): Promise<Row[]> {
    return this.run((tx) => readRows<Row>(tx, sql, values));
  }

  /**
   * Works as {@link rows}, for conditions that PostgreSQL does not look up in an index under row-level security, because their
   * operators are not leakproof. `sql` itself must limit the rows to the org of the scope, which is `$1`.
   */
  rowsByAnyIndex<Row extends object>(
    sql: string,
    values: [orgId: OrgId, ...others: unknown[]],
  ): Promise<Row[]> {
    const reason = 'the statement names the org, and row-level security would hide its index';
    return this.database.asPlatform(reason, (tx) => readRows<Row>(tx, sql, values));
  }

  /** Reads one row of the scope; undefined if there is none. */
  async row<Row extends object>(sql: string, values: unknown[]): Promise<Row | undefined> {
    const [row] = await this.rows<Row>(sql, values);
    return row;
  }

  /** @param what names the content: `Artifacts contain user text`. @throws ProblemError 403. */
  requireTexts(orgId: string, what: string): void {
    if (!readsTextsOf(this.texts, orgId)) throw notAllowed(`${what}, which your role cannot read.`);
  }
}

/** The only place that maps a viewer and the picked org to readable rows. */
@Injectable()
export class OrgScopes {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(OrgService) private readonly orgs: OrgService,
  ) {}

  /** @param slug everything in scope if absent. @throws ProblemError 404 if it does not exist or is out of scope. */
  async of(viewer: Viewer, slug?: string): Promise<OrgScope> {
    const orgId = slug === undefined ? viewer.orgId : await this.idOf(viewer, slug);
    return new OrgScope(this.database, orgId, await this.textsIn(viewer, orgId));
  }

  /** @param detail why an org is required. @throws ProblemError 404 as {@link of}, 422 for all orgs and no slug. */
  async one(viewer: Viewer, slug: string | undefined, detail?: string): Promise<OrgScope<string>> {
    const scope = await this.of(viewer, slug);
    if (!isOfOneOrg(scope)) throw orgNeeded(detail);
    return scope;
  }

  /**
   * The id of the org for {@link one}, for viewers who may change the org. Checks the role before the org, so that
   * the answer does not reveal which orgs exist.
   * @throws ProblemError 403 for a viewer who is not an admin.
   */
  async toEdit(viewer: Viewer, slug: string | undefined, detail?: string): Promise<string> {
    refuseUnlessAdmin(viewer);
    return (await this.one(viewer, slug, detail)).orgId;
  }

  /**
   * The org to change, or null for the platform's own layer where a viewer who sees all orgs has picked none. The role is
   * checked before the org, so that the answer does not reveal which orgs exist.
   *
   * @throws ProblemError as {@link toEdit}, but for 422.
   */
  async layerToEdit(viewer: Viewer, slug: string | undefined): Promise<string | null> {
    refuseUnlessAdmin(viewer);
    return (await this.of(viewer, slug)).orgId;
  }

  /** The scope of work that a platform admin does in any org. */
  everyOrg(): OrgScope<null> {
    return new OrgScope(this.database, null, null);
  }

  private async idOf(viewer: Viewer, slug: string): Promise<string> {
    const org = viewer.orgId === null ? await this.orgs.bySlug(slug) : await this.orgs.byId(viewer.orgId);
    if (org?.slug === slug) return org.id;
    // The same for an org that exists and one that does not.
    const refusal = org && `Your access is to the org "${org.slug}" alone, not to "${slug}".`;
    throw notFound(refusal ?? `There is no org "${slug}".`);
  }

  private async textsIn({ user }: Viewer, orgId: string | null): Promise<ReadableTexts> {
    if (user.role !== 'analyst') return null;
    if (orgId !== null) return allowsAnalysts(await this.orgs.settingsOf(orgId)) ? [orgId] : [];
    const all = await this.orgs.settingsOfAll();
    return [...all].flatMap(([id, settings]) => (allowsAnalysts(settings) ? [id] : []));
  }
}

function isOfOneOrg(scope: OrgScope): scope is OrgScope<string> {
  return scope.orgId !== null;
}

function allowsAnalysts(settings: OrgSettings): boolean {
  return choice(settings, 'ANALYSTS_READ_TEXTS') === 'yes';
}
