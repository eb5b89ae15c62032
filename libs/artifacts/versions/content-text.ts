import type { ArtifactContent, ArtifactFile } from '#pack-kit';

/** Renders a content as lines for comparison: markdown unchanged, files one after another, other objects as JSON. */
export function asText(content: ArtifactContent): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content.files)) return `${JSON.stringify(sorted(content), null, 2)}\n`;
  const { files, ...rest } = content;
  const texts = (files as ArtifactFile[]).map((file) => `==> ${file.path} <==\n${file.content}`);
  if (Object.keys(rest).length > 0) texts.unshift(JSON.stringify(sorted(rest), null, 2));
  return `${texts.map((text) => text.replace(/\n$/, '')).join('\n\n')}\n`;
}

/** Canonical text of a content, independent of the order of properties and of the time and author of files. */
export function canonicalText(content: ArtifactContent): string {
  if (typeof content === 'string') return content;
  const files = Array.isArray(content.files) ? (content.files as ArtifactFile[]) : undefined;
  const plainFiles = files?.map(({ updatedAt: _at, updatedBy: _by, ...file }) => file);
  return JSON.stringify(sorted(plainFiles ? { ...content, files: plainFiles } : content));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return Object.fromEntries(entries.map(([name, part]) => [name, sorted(part)]));
}
