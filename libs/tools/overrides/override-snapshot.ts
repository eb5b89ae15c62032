import type { ToolOverride } from '#contracts';

/** The current override of a tool in one layer. */
export interface CurrentOverride {
  version: number;
  override: ToolOverride;
}

/** All current overrides and approvals. Every process keeps them in memory. */
export interface OverrideSnapshot {
  /** By tool. */
  platform: ReadonlyMap<string, CurrentOverride>;
  /** By org, then by tool; orgs without an override are absent. */
  orgs: ReadonlyMap<string, ReadonlyMap<string, CurrentOverride>>;
  /** Keys (`definitionKey`) of approved definitions from MCP servers. */
  approved: ReadonlySet<string>;
}

export const emptySnapshot: OverrideSnapshot = { platform: new Map(), orgs: new Map(), approved: new Set() };

/** Key of a tool definition in {@link OverrideSnapshot.approved}. @param orgId null for tools of the whole deployment. */
export function definitionKey(orgId: string | null, name: string, hash: string): string {
  return `${orgId ?? ''}/${name}/${hash}`;
}
