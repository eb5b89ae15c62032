import { defineArtifactKind } from '#pack-kit';

/** Recommended headings of the three briefs, level 2. */
export const briefSections = {
  context: ['Overview', 'Background', 'Success criteria', 'Constraints'],
  mvp: ['Core features', 'Out of scope', 'Tech stack', 'Success metrics'],
  prd: ['Vision', 'User stories', 'Functional requirements', 'Non-functional requirements', 'Risks'],
} as const;
export type BriefKind = keyof typeof briefSections;

const BRIEF_LABELS: Record<BriefKind, [title: string, about: string]> = {
  context: ['Project context', 'goal'],
  mvp: ['Minimum product', 'first version'],
  prd: ['Requirements', 'requirements'],
};

/** The briefs: texts with recommended headings. */
export const briefKinds = (Object.keys(briefSections) as BriefKind[]).map((kind) => {
  const [title, about] = BRIEF_LABELS[kind];
  const headings = briefSections[kind].map((heading) => `## ${heading}`).join(', ');
  return defineArtifactKind({
    kind,
    title,
    description: `${about}: ${headings}`,
    format: 'markdown',
  });
});

/** Sections of a brief as markdown, those without text left out. */
export function briefText(
  sections: readonly (readonly [heading: string, text: string | readonly string[]])[],
): string {
  return sections
    .filter(([, text]) => text.length > 0)
    .map(([heading, text]) => {
      const body = typeof text === 'string' ? text : text.map((line) => `- ${line}`).join('\n');
      return `## ${heading}\n\n${body}\n`;
    })
    .join('\n');
}

/** The lines of a section's list, or its text as one line; empty without such a section. */
export function sectionLines(markdown: string, heading: string): string[] {
  const lines = markdown.split('\n');
  const title = `## ${heading.toLowerCase()}`;
  const start = lines.findIndex((line) => line.trim().toLowerCase() === title);
  if (start < 0) return [];
  const rest = lines.slice(start + 1);
  const end = rest.findIndex((line) => /^#{1,2} /.test(line));
  return (end < 0 ? rest : rest.slice(0, end))
    .map((line) => line.replace(/^\s*[-*]\s+/, '').trim())
    .filter((line) => line !== '');
}
