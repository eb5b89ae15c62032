import type { ToolOverride } from '#contracts';

/** What a layer says of a tool at the moment. */
export interface CurrentOverride {
  version: number;
  override: ToolOverride;
}

/** All that is laid over the files at one moment, held in memory by every process. */
export interface LaidOver {
  /** By tool. */
  platform: ReadonlyMap<string, CurrentOverride>;
  /** By org, then by tool; orgs without an override are absent. */
  orgs: ReadonlyMap<string, ReadonlyMap<string, CurrentOverride>>;
  /** Definitions from MCP servers that may be offered (`definitionKey`). */
  approved: ReadonlySet<string>;
}

export const nothingLaidOver: LaidOver = { platform: new Map(), orgs: new Map(), approved: new Set() };

/** @param orgId null for tools of the whole deployment. */
export function definitionKey(orgId: string | null, name: string, hash: string): string {
  return `${orgId ?? ''}/${name}/${hash}`;
}
