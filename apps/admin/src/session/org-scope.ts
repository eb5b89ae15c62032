import { Inject, Injectable } from '@nestjs/common';
import { Database, type Transaction } from '#database';
import { OrgService } from '#identity';
import { notFound, orgNeeded } from '../http/problems.ts';
import { refuseUnlessAdmin } from './admins.ts';
import type { Viewer } from './viewer.ts';

/** Which rows a request may read: those of one org, or of every org. */
export interface OrgScope {
  /** Null for every org. */
  orgId: string | null;
}

/** The one place that turns a viewer, and the org that was picked, into the rows that may be read. */
@Injectable()
export class OrgScopes {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(OrgService) private readonly orgs: OrgService,
  ) {}

  /**
   * @param slug of the org that was picked; everything the viewer may see when absent.
   * @throws ProblemError 404 for an org that does not exist or that the viewer may not see.
   */
  async of(viewer: Viewer, slug?: string): Promise<OrgScope> {
    if (slug === undefined) return { orgId: viewer.orgId };
    const org = viewer.orgId === null ? await this.orgs.bySlug(slug) : await this.orgs.byId(viewer.orgId);
    if (!org || org.slug !== slug) throw notFound(`There is no org "${slug}".`);
    return { orgId: org.id };
  }

  /**
   * For what concerns one org alone.
   *
   * @param detail says why one is needed.
   * @throws ProblemError 404 as {@link of}, 422 where somebody who sees all of them has picked none.
   */
  async one(viewer: Viewer, slug: string | undefined, detail?: string): Promise<string> {
    const { orgId } = await this.of(viewer, slug);
    if (orgId === null) throw orgNeeded(detail);
    return orgId;
  }

  /**
   * As {@link one}, for who may change it. Refused before the org is looked for, so that nobody learns which there are.
   *
   * @throws ProblemError 403 for who is no admin.
   */
  async toEdit(viewer: Viewer, slug: string | undefined, detail?: string): Promise<string> {
    refuseUnlessAdmin(viewer);
    return this.one(viewer, slug, detail);
  }

  /** Runs `work` in a transaction that sees the rows of `scope` and no others. */
  run<Result>(scope: OrgScope, work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    if (scope.orgId !== null) return this.database.forOrg(scope.orgId, work);
    return this.database.asPlatform('the console shows every org to those who may see all', work);
  }
}
