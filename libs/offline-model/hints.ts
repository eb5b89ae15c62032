import type {
  Dataset,
  Gazetteer,
  IntentSpec,
  OfflineRoutine,
  OfflineToolHints,
  ProgramTemplate,
  Tool,
} from '#pack-kit';

/** What the offline model knows of a tool beside the schema that every model sees. */
export interface OfflineTool extends Pick<
  Tool,
  'name' | 'description' | 'whenToUse' | 'examples' | 'intents'
> {
  sideEffect?: Tool['sideEffect'];
  /** Name of the tool that replaces it. */
  replacedBy?: string;
  /** Missing for tools whose pack gives none, such as tools of MCP servers; those are filled by their schema alone. */
  hints?: OfflineToolHints;
}

/** What packs supply for the offline model; the registry of tools answers it. */
export interface OfflineHints {
  /** As that org sees them; the same for every org when absent. */
  forOrg?(orgId: string): OfflineHints;
  tool(name: string): OfflineTool | undefined;
  /** The gazetteer `set` of the pack; empty when it has none. */
  places(pack: string, set: string): Gazetteer;
  /** The records of the pack and the platform that can be asked about. */
  datasets(pack: string): readonly Dataset[];
  /** What the pack does with several calls. */
  routines?(pack: string): readonly OfflineRoutine[];
  /** The pack's own intents. */
  intents(pack: string): readonly IntentSpec[];
  /** The pack's programs; none when absent. */
  programs?(pack: string): readonly ProgramTemplate[];
}

/** Knows nothing; tools are chosen and filled by name, description and schema. */
export const noHints: OfflineHints = {
  tool: () => undefined,
  places: () => [],
  datasets: () => [],
  intents: () => [],
};
