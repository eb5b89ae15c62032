import { Controller, Get, Inject, Param } from '@nestjs/common';
import { toolName } from '#contracts';
import {
  consoleToolsQuery,
  deprecatedToolsQuery,
  toolScopeQuery,
  type ConsoleToolDetail,
  type ConsoleTools,
  type ConsoleToolsQuery,
  type DeprecatedToolsQuery,
  type ToolDefinitionView,
  type ToolScopeAnswer,
  type ToolScopeQuery,
} from '#contracts/console';
import { OrgNotFoundError, OrgService } from '#identity';
import {
  declaredLanguages,
  DeprecationReport,
  isOfPacks,
  ToolDefinitions,
  ToolOverrides,
  ToolRegistry,
  type DefinitionView,
} from '#tools';
import { missing } from '../http/problems.ts';
import type { OrgScope } from '../session/org-scope.ts';
import { PickedScope, ScopedQuery, type Scoped } from '../session/picked-org.ts';
import { CurrentViewer } from '../session/session.guard.ts';
import type { Viewer } from '../session/viewer.ts';
import { UsersReadModel } from '../users/users.read-model.ts';
import { ToolScopes } from './tool-scopes.ts';
import { ToolUsesReadModel } from './tool-uses.read-model.ts';
import { definitionView, toolDetail, toolRow } from './tool-views.ts';
import { UserLanguagesReadModel } from './user-languages.read-model.ts';

/** The tools of an org, or of the platform. Readable by every role. */
@Controller('admin/tools')
export class ToolsController {
  constructor(
    @Inject(ToolRegistry) private readonly registry: ToolRegistry,
    @Inject(ToolOverrides) private readonly overrides: ToolOverrides,
    @Inject(ToolDefinitions) private readonly definitions: ToolDefinitions,
    @Inject(UsersReadModel) private readonly users: UsersReadModel,
    @Inject(DeprecationReport) private readonly report: DeprecationReport,
    @Inject(ToolUsesReadModel) private readonly uses: ToolUsesReadModel,
    @Inject(ToolScopes) private readonly toolScopes: ToolScopes,
    @Inject(OrgService) private readonly orgs: OrgService,
    @Inject(UserLanguagesReadModel) private readonly written: UserLanguagesReadModel,
  ) {}

  @Get()
  async list(
    @ScopedQuery(consoleToolsQuery) { scope, days }: Scoped<ConsoleToolsQuery>,
  ): Promise<ConsoleTools> {
    const packs = await this.packsOf(scope);
    const [uses, written] = await Promise.all([
      this.uses.of(scope, days),
      this.writtenIn(scope, days, packs),
    ]);
    // Tools of packs that the org does not have cannot be offered and are hidden, unless they were called.
    const items = this.registry
      .effective(scope.orgId)
      .tools.filter(({ pack, tool }) => isOfPacks({ pack }, packs) || uses.has(tool.name))
      .map((entry) => toolRow(entry, written, uses.get(entry.tool.name)))
      .sort((one, other) => (one.name < other.name ? -1 : 1));
    return { items, days };
  }

  @Get('deprecated')
  async deprecated(@ScopedQuery(deprecatedToolsQuery) { scope, days }: Scoped<DeprecatedToolsQuery>) {
    return this.report.of(scope.orgId, days);
  }

  /** All definitions of the tools of this layer, the current one of each first. */
  @Get('definitions')
  async seen(@PickedScope() scope: OrgScope): Promise<{ items: ToolDefinitionView[] }> {
    return { items: await this.named(scope, await this.definitions.list(scope.orgId)) };
  }

  @Get(':name')
  async one(
    @CurrentViewer() viewer: Viewer,
    @Param('name', { schema: toolName }) name: string,
    @PickedScope() scope: OrgScope,
  ): Promise<ConsoleToolDetail> {
    const { orgId } = scope;
    const entry = this.registry.effective(orgId).tool(name) ?? missing(`There is no tool named ${name}.`);
    const layers = await this.overrides.layersOf(orgId, name);
    // Platform edits are hidden from orgs.
    if (!viewer.permissions.allOrgs) layers.histories.platform = [];
    const definitions = [
      ...(await this.definitions.list(null, name)),
      ...(orgId === null ? [] : await this.definitions.list(orgId, name)),
    ];
    return toolDetail(entry, this.registry, layers, await this.named(scope, definitions));
  }

  @Get(':name/users')
  async usersOf(
    @Param('name', { schema: toolName }) name: string,
    @ScopedQuery(consoleToolsQuery) { scope, days }: Scoped<ConsoleToolsQuery>,
  ) {
    return this.uses.usersOf(scope, name, days);
  }

  /** Explains the decision of each access layer about the tool for a turn. */
  @Get(':name/scope')
  async scope(
    @Param('name', { schema: toolName }) name: string,
    @ScopedQuery(toolScopeQuery) { scope, ...query }: Scoped<ToolScopeQuery>,
  ): Promise<ToolScopeAnswer> {
    return { layers: await this.toolScopes.explain(scope.orgId, name, query) };
  }

  /**
   * Packs whose tools turns of the org can use; null for all orgs.
   * @throws OrgNotFoundError if the session outlives its org, rather than showing the packs of every org.
   */
  private async packsOf({ orgId }: OrgScope): Promise<readonly string[] | null> {
    if (orgId === null) return null;
    const org = await this.orgs.byId(orgId);
    if (!org) throw new OrgNotFoundError();
    return org.packs;
  }

  /** Languages that packs declare and that users of the scope have written, by pack. */
  private async writtenIn(
    scope: OrgScope,
    days: number,
    packs: readonly string[] | null,
  ): Promise<Map<string, string[]>> {
    const written = await this.written.of(scope, days);
    const declared = declaredLanguages(
      this.registry.packs.filter(({ name }) => packs?.includes(name) ?? true),
    );
    return new Map([...declared].map(([pack, own]) => [pack, [...own, ...(written.get(pack) ?? [])]]));
  }

  private async named(scope: OrgScope, definitions: DefinitionView[]): Promise<ToolDefinitionView[]> {
    const names = await this.users.names(
      scope,
      definitions.map(({ approvedBy }) => approvedBy),
    );
    return definitions.map((definition) => definitionView(definition, names));
  }
}
