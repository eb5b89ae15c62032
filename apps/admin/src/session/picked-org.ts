import {
  createParamDecorator,
  Inject,
  Injectable,
  type ExecutionContext,
  type PipeTransform,
} from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { pickedOrg, type PickedOrg } from '#contracts';
import { validationPipe } from '#http';
import { OrgScopes, type OrgScope } from './org-scope.ts';
import { viewerIn } from './session.guard.ts';
import type { Viewer } from './viewer.ts';

type Resolve<Query> = (scopes: OrgScopes, viewer: Viewer, query: Query) => Promise<unknown>;

interface Asked {
  viewer: Viewer;
  query: unknown;
  schema: z.ZodType<PickedOrg> | undefined;
  resolve: Resolve<PickedOrg>;
}

/** Validates the query, then resolves the org that it names. */
@Injectable()
class PickedOrgPipe implements PipeTransform<Asked, Promise<unknown>> {
  private readonly validation = validationPipe();

  constructor(@Inject(OrgScopes) private readonly scopes: OrgScopes) {}

  async transform({ viewer, query, schema, resolve }: Asked): Promise<unknown> {
    const valid = schema && (await this.validation.transform(query, { type: 'query', schema }));
    return resolve(this.scopes, viewer, (valid ?? {}) as PickedOrg);
  }
}

/** Decorates a parameter that is made of the whole query; it is not validated without a schema. */
function queryParam<Query extends PickedOrg>(
  schema: z.ZodType<Query> | undefined,
  resolve: Resolve<Query>,
): ParameterDecorator {
  const decorate = createParamDecorator((_: unknown, context: ExecutionContext) => {
    const { query } = context.switchToHttp().getRequest<FastifyRequest>();
    return { viewer: viewerIn(context), query, schema, resolve };
  });
  return decorate({ schema, pipes: [PickedOrgPipe] });
}

/** Decorates a parameter of a route whose only query parameter is `?org=`. */
const pickedOrgParam = (
  resolve: (scopes: OrgScopes, viewer: Viewer, slug: string | undefined) => Promise<unknown>,
) => queryParam(pickedOrg, (scopes, viewer, { org }) => resolve(scopes, viewer, org));

/** Refuses viewers without the role for a route, before their org is read. @throws ProblemError 403. */
type Refuse = (viewer: Viewer) => void;
const refuseNobody: Refuse = () => undefined;

/** The {@link OrgScope} of everything that the viewer may see. */
export const ViewerScope = (refuse = refuseNobody) =>
  queryParam(undefined, async (scopes, viewer) => {
    refuse(viewer);
    return scopes.of(viewer);
  });

/** A query with the {@link OrgScope} of its org in place of the slug. */
export type Scoped<Query, OrgId extends string | null = string | null> = Omit<Query, 'org'> & {
  scope: OrgScope<OrgId>;
};

/** As {@link PickedScope}, for routes with further query parameters: a {@link Scoped} query. */
export const ScopedQuery = <Query extends PickedOrg>(schema: z.ZodType<Query>, refuse = refuseNobody) =>
  queryParam(schema, async (scopes, viewer, { org, ...query }) => {
    refuse(viewer);
    return { ...query, scope: await scopes.of(viewer, org) };
  });

/** As {@link ScopedQuery}, for an org that is required. @param detail says why. */
export const OrgQuery = <Query extends PickedOrg>(
  schema: z.ZodType<Query>,
  detail?: string,
  refuse = refuseNobody,
) =>
  queryParam(schema, async (scopes, viewer, { org, ...query }) => {
    refuse(viewer);
    return { ...query, scope: await scopes.one(viewer, org, detail) };
  });

/** The {@link OrgScope} of the picked org, or of all that the viewer may see. See {@link OrgScopes.of}. */
export const PickedScope = (refuse = refuseNobody) =>
  pickedOrgParam(async (scopes, viewer, slug) => {
    refuse(viewer);
    return scopes.of(viewer, slug);
  });

/** The {@link OrgScope} of the picked org, which is required. See {@link OrgScopes.one}. */
export const PickedOrgScope = (detail?: string) =>
  pickedOrgParam((scopes, viewer, slug) => scopes.one(viewer, slug, detail));

/** As {@link PickedOrgScope}, for texts of the org. @param what names them, as for {@link OrgScope.requireTexts}. */
export const OrgWithTexts = (what: string) =>
  pickedOrgParam(async (scopes, viewer, slug) => {
    const scope = await scopes.one(viewer, slug);
    scope.requireTexts(scope.orgId, what);
    return scope;
  });

/** The id of the picked org, for admins. See {@link OrgScopes.toEdit}. */
export const OrgToEdit = (detail?: string) =>
  pickedOrgParam((scopes, viewer, slug) => scopes.toEdit(viewer, slug, detail));

/** The id of the picked org, or null for the platform's layer, for admins. See {@link OrgScopes.layerToEdit}. */
export const LayerToEdit = () => pickedOrgParam((scopes, viewer, slug) => scopes.layerToEdit(viewer, slug));
