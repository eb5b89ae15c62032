import type { z } from 'zod';
import type { OfflineToolHints } from '#pack-kit';

/** The pack's one agent; places are searched for before whatever it is asked. */
export const GEO_ANALYST = 'geo_analyst';

/** Something a user says, with what a model should do upon it where that needs saying. */
export interface Example {
  text: string;
  language: 'en' | 'ar';
  note?: string;
}

/**
 * All that is said of one tool, for models, MCP clients and people alike. What it does stands in `server/`; the platform
 * has the tool from that server, and lays this over it.
 */
export interface GeoTool<Input extends z.ZodObject = z.ZodObject> {
  name: string;
  title: string;
  description: string;
  category: 'geo' | 'sales' | 'rental' | 'supply';
  /** What each parameter is stands at it. */
  input: Input;
  whenToUse: string[];
  /** At least two in each language. */
  examples: Example[];
  tier: 'critical' | 'deferred';
  /** For tier `critical`. */
  trigger?: (messageText: string, agent: string) => boolean;
  intents: ('analytics' | 'billing' | 'rental' | 'supply')[];
  /** Name of the field that a program gets instead of the whole result. */
  ptcValue?: string;
  offline: OfflineToolHints;
}

export function defineGeoTool<Input extends z.ZodObject>(tool: GeoTool<Input>): GeoTool<Input> {
  return tool;
}

/** English first, then Arabic. */
export function examples(en: string[], ar: string[]): Example[] {
  return [
    ...en.map((text) => ({ text, language: 'en' as const })),
    ...ar.map((text) => ({ text, language: 'ar' as const })),
  ];
}
