import type { ToolContext } from './tool-context.ts';

/** A setting as a number of at least 0; `fallback` when it is unset or invalid. */
export function numberSetting(settings: ToolContext['settings'], name: string, fallback: number): number {
  const text = settings.get(name);
  const value = Number(text);
  return text && Number.isFinite(value) && value >= 0 ? value : fallback;
}
