import { Inject, Injectable } from '@nestjs/common';
import { Database, type Transaction } from '#database';
import { choice, OrgService, type OrgSettings } from '#identity';
import { notAllowed, notFound, orgNeeded } from '../http/problems.ts';
import { refuseUnlessAdmin } from './admin-checks.ts';
import { readsTextsOf, type ReadableTexts } from './readable-texts.ts';
import { readRows } from './rows.read-model.ts';
import type { Viewer } from './viewer.ts';

/** The rows that a request may read: those of one org, or of every org. */
export interface OrgScope {
  /** Null for every org. */
  orgId: string | null;
}

/** The only place that maps a viewer and the picked org to readable rows. */
@Injectable()
export class OrgScopes {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(OrgService) private readonly orgs: OrgService,
  ) {}

  /**
   * @param slug of the picked org; everything in the viewer's scope if absent.
   * @throws ProblemError 404 for an org that does not exist or is outside the viewer's scope.
   */
  async of(viewer: Viewer, slug?: string): Promise<OrgScope> {
    if (slug === undefined) return { orgId: viewer.orgId };
    const org = viewer.orgId === null ? await this.orgs.bySlug(slug) : await this.orgs.byId(viewer.orgId);
    if (!org || org.slug !== slug) throw notFound(`There is no org "${slug}".`);
    return { orgId: org.id };
  }

  /**
   * For routes of a single org.
   * @param detail explains why an org is required.
   * @throws ProblemError 404 as {@link of}, 422 for a viewer of all orgs who picked none.
   */
  async one(viewer: Viewer, slug: string | undefined, detail?: string): Promise<string> {
    const { orgId } = await this.of(viewer, slug);
    if (orgId === null) throw orgNeeded(detail);
    return orgId;
  }

  /**
   * Like {@link one}, for viewers who may change the org. Checks the role before the org, so that the answer
   * does not reveal which orgs exist.
   * @throws ProblemError 403 for a viewer who is not an admin.
   */
  async toEdit(viewer: Viewer, slug: string | undefined, detail?: string): Promise<string> {
    refuseUnlessAdmin(viewer);
    return this.one(viewer, slug, detail);
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

  /** The orgs of the scope whose texts the viewer may read; for an analyst, the orgs that allow it. */
  async textsIn({ user }: Viewer, { orgId }: OrgScope): Promise<ReadableTexts> {
    if (user.role !== 'analyst') return null;
    if (orgId !== null) return allowsAnalysts(await this.orgs.settingsOf(orgId)) ? [orgId] : [];
    const all = await this.orgs.settingsOfAll();
    return [...all].flatMap(([id, settings]) => (allowsAnalysts(settings) ? [id] : []));
  }

  /**
   * For routes that return nothing but texts of one org.
   * @param what names the content: `Artifacts contain user text`.
   * @throws ProblemError 403 for a viewer who may not read texts.
   */
  async requireTexts(viewer: Viewer, orgId: string, what: string): Promise<void> {
    if (!readsTextsOf(await this.textsIn(viewer, { orgId }), orgId))
      throw notAllowed(`${what}, which your role cannot read.`);
  }

  /** Runs `work` in a transaction that sees only the rows of `scope`. */
  run<Result>(scope: OrgScope, work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    if (scope.orgId !== null) return this.database.forOrg(scope.orgId, work);
    return this.database.asPlatform('the console shows every org to those who may see all', work);
  }

  /** Reads rows of `scope` as answers have them: with timestamps as ISO strings. */
  rows<Row extends object>(scope: OrgScope, sql: string, values: unknown[]): Promise<Row[]> {
    return this.run(scope, (tx) => readRows<Row>(tx, sql, values));
  }

  /** Reads one row of `scope`; undefined if there is none. */
  async row<Row extends object>(scope: OrgScope, sql: string, values: unknown[]): Promise<Row | undefined> {
    const [row] = await this.rows<Row>(scope, sql, values);
    return row;
  }
}

function allowsAnalysts(settings: OrgSettings): boolean {
  return choice(settings, 'ANALYSTS_READ_TEXTS') === 'yes';
}
