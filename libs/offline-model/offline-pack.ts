import type { Gazetteer, OfflineRoutine, OfflineToolHints, Pack, ProgramTemplate } from '#pack-kit';

/** The part of a pack that only the offline model needs. It is kept in `packs/NAME/offline`. */
export interface OfflinePackSpec {
  /** Hints by tool name, for the selection of the tool, its arguments and the text of its result. */
  tools?: Readonly<Record<string, OfflineToolHints>>;
  /** Gazetteers by name, for fill codes of kind `place`. */
  places?: Readonly<Record<string, Gazetteer>>;
  /** Names and symbols of the currency of all amounts, in lower case. A message that names another one is declined. */
  currency?: readonly string[];
  /** Fixed sequences of calls. The first routine with a next step is used. */
  routines?: readonly OfflineRoutine[];
  /** Programs that the offline model writes. */
  programTemplates?: readonly ProgramTemplate[];
  /** Functions by task key that fill the task's schema from stored facts and message text. */
  rules?: Readonly<Record<string, (input: never) => unknown>>;
}

export interface OfflinePack extends OfflinePackSpec {
  /** Name of the pack. */
  pack: string;
}

/**
 * Declares the data of the offline model for a pack.
 *
 * @throws Error for a tool or task that the pack does not have.
 */
export function offlineFor(pack: Pack, spec: OfflinePackSpec): OfflinePack {
  const served = (pack.mcpServers ?? []).flatMap((server) => Object.keys(server.tools ?? {}));
  const tools = [...pack.tools.map(({ name }) => name), ...served];
  const tasks = (pack.tasks ?? []).map(({ key }) => key);
  const unknown = [
    ...Object.keys(spec.tools ?? {}).filter((name) => !tools.includes(name)),
    ...Object.keys(spec.rules ?? {}).filter((key) => !tasks.includes(key)),
  ];
  if (unknown.length > 0)
    throw new Error(`The pack ${pack.name} has no tool or task named ${unknown.join(', ')}`);
  return { pack: pack.name, ...spec };
}
