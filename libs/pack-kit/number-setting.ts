import type { ToolContext } from './tool-context.ts';

/** A setting that is a number from 0 on; `fallback` where it is not set, or is no such number. */
export function numberSetting(settings: ToolContext['settings'], name: string, fallback: number): number {
  const text = settings.get(name);
  const value = Number(text);
  return text && Number.isFinite(value) && value >= 0 ? value : fallback;
}
