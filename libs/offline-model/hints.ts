import type {
  Dataset,
  Gazetteer,
  IntentSpec,
  OfflineRoutine,
  OfflineToolHints,
  ProgramTemplate,
  Tool,
} from '#pack-kit';

/** Data of the offline model about a tool, in addition to the schema that every model sees. */
export interface OfflineTool extends Pick<
  Tool,
  'name' | 'description' | 'whenToUse' | 'examples' | 'intents'
> {
  sideEffect?: Tool['sideEffect'];
  /** Name of the tool that replaces it. */
  replacedBy?: string;
  /** Undefined for tools without hints, such as tools of MCP servers, whose arguments are filled by schema alone. */
  hints?: OfflineToolHints;
}

/** Data of packs for the offline model, provided by the registry of tools. */
export interface OfflineHints {
  /** The hints as seen by an org. Undefined if they are equal for all orgs. */
  forOrg?(orgId: string): OfflineHints;
  tool(name: string): OfflineTool | undefined;
  /** The gazetteer `set` of the pack; empty if the pack has none. */
  places(pack: string, set: string): Gazetteer;
  /** Names and symbols of the pack's currency. */
  currency?(pack: string): readonly string[] | undefined;
  /** The datasets of the pack and the platform that can be queried. */
  datasets(pack: string): readonly Dataset[];
  /** The routines of the pack. */
  routines?(pack: string): readonly OfflineRoutine[];
  /** The intents of the pack. */
  intents(pack: string): readonly IntentSpec[];
  /** The programs of the pack. */
  programs?(pack: string): readonly ProgramTemplate[];
}

/** No hints: tools are selected and filled by name, description and schema. */
export const noHints: OfflineHints = {
  tool: () => undefined,
  places: () => [],
  datasets: () => [],
  intents: () => [],
};
