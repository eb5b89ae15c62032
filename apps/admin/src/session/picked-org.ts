import {
  createParamDecorator,
  Inject,
  Injectable,
  type ExecutionContext,
  type PipeTransform,
} from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { pickedOrg, type PickedOrg } from '#contracts';
import { validationPipe } from '#http';
import { OrgScopes } from './org-scope.ts';
import { viewerIn } from './session.guard.ts';
import type { Viewer } from './viewer.ts';

type Resolve = (scopes: OrgScopes, viewer: Viewer, slug: string | undefined) => Promise<unknown>;

interface Asked {
  viewer: Viewer;
  query: unknown;
  resolve: Resolve;
}

/** Validates the query, then resolves the org that it names. */
@Injectable()
class PickedOrgPipe implements PipeTransform<Asked, Promise<unknown>> {
  private readonly validation = validationPipe();

  constructor(@Inject(OrgScopes) private readonly scopes: OrgScopes) {}

  async transform({ viewer, query, resolve }: Asked): Promise<unknown> {
    const metadata = { type: 'query', schema: pickedOrg } as const;
    const { org } = (await this.validation.transform(query, metadata)) as PickedOrg;
    return resolve(this.scopes, viewer, org);
  }
}

/** Decorates a parameter of a route whose only query parameter is `?org=`. */
function pickedOrgParam(resolve: Resolve): ParameterDecorator {
  const decorate = createParamDecorator((_: unknown, context: ExecutionContext): Asked => {
    const { query } = context.switchToHttp().getRequest<FastifyRequest>();
    return { viewer: viewerIn(context), query, resolve };
  });
  return decorate({ schema: pickedOrg, pipes: [PickedOrgPipe] });
}

/** The {@link OrgScope} of the picked org, or of all that the viewer may see. See {@link OrgScopes.of}. */
export const PickedScope = () => pickedOrgParam((scopes, viewer, slug) => scopes.of(viewer, slug));

/** The {@link OrgScope} of the picked org, which is required. See {@link OrgScopes.one}. */
export const PickedOrgScope = (detail?: string) =>
  pickedOrgParam((scopes, viewer, slug) => scopes.one(viewer, slug, detail));

/**
 * As {@link PickedOrgScope}, for routes that return nothing but texts of the org.
 * @param what names the content, as for {@link OrgScope.requireTexts}.
 */
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
