import { Inject, Injectable } from '@nestjs/common';
import { Database, type Transaction } from '#database';
import { choice, OrgService, type OrgSettings } from '#identity';
import { notAllowed, notFound, orgNeeded } from '../http/problems.ts';
import { refuseUnlessAdmin } from './admins.ts';
import { readsTextsOf, type ReadableTexts } from './readable-texts.ts';
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

  /**
   * The org to change, or null for the platform's own layer, where somebody who sees all orgs has picked none.
   *
   * @throws ProblemError as {@link toEdit}, but for 422.
   */
  async layerToEdit(viewer: Viewer, slug: string | undefined): Promise<string | null> {
    refuseUnlessAdmin(viewer);
    return (await this.of(viewer, slug)).orgId;
  }

  /** Of which orgs of the scope the viewer reads what people wrote: an analyst of those that allow it. */
  async textsIn({ user }: Viewer, { orgId }: OrgScope): Promise<ReadableTexts> {
    if (user.role !== 'analyst') return null;
    if (orgId !== null) return allowsAnalysts(await this.orgs.settingsOf(orgId)) ? [orgId] : [];
    const all = await this.orgs.settingsOfAll();
    return [...all].flatMap(([id, settings]) => (allowsAnalysts(settings) ? [id] : []));
  }

  /**
   * For what is nothing but texts of one org.
   *
   * @param what it is, in words: `Artifacts hold what people wrote`.
   * @throws ProblemError 403 for who may not read them.
   */
  async requireTexts(viewer: Viewer, orgId: string, what: string): Promise<void> {
    if (!readsTextsOf(await this.textsIn(viewer, { orgId }), orgId))
      throw notAllowed(`${what}; your role does not see that.`);
  }

  /** Runs `work` in a transaction that sees the rows of `scope` and no others. */
  run<Result>(scope: OrgScope, work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    if (scope.orgId !== null) return this.database.forOrg(scope.orgId, work);
    return this.database.asPlatform('the console shows every org to those who may see all', work);
  }
}

function allowsAnalysts(settings: OrgSettings): boolean {
  return choice(settings, 'ANALYSTS_READ_TEXTS') === 'yes';
}
