import type { ArtifactContent, ArtifactFile } from '#pack-kit';

/** A content as lines that people can compare: markdown as it is, files one behind another, other objects as JSON. */
export function asText(content: ArtifactContent): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content.files)) return `${JSON.stringify(sorted(content), null, 2)}\n`;
  const { files, ...rest } = content;
  const texts = (files as ArtifactFile[]).map((file) => `==> ${file.path} <==\n${file.content}`);
  if (Object.keys(rest).length > 0) texts.unshift(JSON.stringify(sorted(rest), null, 2));
  return `${texts.map((text) => text.replace(/\n$/, '')).join('\n\n')}\n`;
}

/** One text for equal contents: the order of properties does not count, nor who wrote a file that is the same. */
export function canonicalText(content: ArtifactContent): string {
  if (typeof content === 'string') return content;
  const files = Array.isArray(content.files) ? (content.files as ArtifactFile[]) : undefined;
  const told = files?.map(({ updatedAt: _at, updatedBy: _by, ...file }) => file);
  return JSON.stringify(sorted(told ? { ...content, files: told } : content));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return Object.fromEntries(entries.map(([name, part]) => [name, sorted(part)]));
}
