import { anySpelling } from '#text';
import { z } from 'zod';
import { diagramOutput, diagramInput } from '../../prompts/tasks/architecture-diagram.task.ts';

const MAX_STEPS = 40;
const MAX_LABEL_CHARACTERS = 80;

const SPLIT = /\s*(?:->|→|=>|,\s*(?:and\s+)?then\b|\bthen\b|,|;|،|\n|\s+ثم\s+|\s+وبعدها\s+)\s*/iu;
const NAMES_SOMETHING = /[\p{L}\p{N}]/u;

const LEADING = /^[\s:،,]*(?:and|then|ثم|و(?=\s))\s+/iu;

/** Words that ask for the diagram and say nothing about its content. */
const COMMAND = anySpelling(
  /^(?:(?:please )?(?:draw|make|map|sketch) (?:(?:a|an|the|our|my) )?|(?:ارسم|اعمل) (?:لنا )?)/iu,
);

/** "Map our intake: mail comes in, triage" is titled "Intake". */
function partsOf(description: string): { title: string; steps: string[] } {
  const [, heading = '', body = description] =
    /^([^:\n]{3,80}):\s+([\s\S]+)$/u.exec(description.trim()) ?? [];
  const steps = body
    .replace(COMMAND, '')
    .split(SPLIT)
    .map((step) => clean(step.replace(LEADING, '').replace(/[.!?؟]+$/u, '')))
    .filter((step) => NAMES_SOMETHING.test(step))
    .slice(0, MAX_STEPS);
  const [first = clean(description)] = steps;
  const title = clean(heading.replace(COMMAND, ''));
  return {
    title: title === '' ? first : `${title.charAt(0).toUpperCase()}${title.slice(1)}`,
    steps: steps.length > 0 ? steps : [first],
  };
}

/** The text without characters that Mermaid interprets. */
function clean(text: string): string {
  return text
    .replaceAll(/["`[\](){}<>|#;:%&\\\p{C}]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_LABEL_CHARACTERS);
}

const SENDS = /^(.{1,40}?)\s+(?:sends?|gives?|passes|forwards)\s+(.{1,60}?)\s+to\s+(.{1,40})$/iu;

export function architectureDiagramRules({
  type,
  description,
  from,
}: z.infer<typeof diagramInput>): z.infer<typeof diagramOutput> {
  const { title, steps } = partsOf(description);
  switch (type) {
    case 'flowchart': {
      const nodes = steps.map((step, index) => `  s${index + 1}["${step}"]`);
      const arrows = steps.slice(1).map((_, index) => `  s${index + 1} --> s${index + 2}`);
      return { title, mermaid: ['flowchart TD', ...nodes, ...arrows].join('\n') };
    }
    case 'sequence': {
      const actors = new Actors();
      const messages = steps.map((step, index) => {
        const [, who, what, whom] = SENDS.exec(step) ?? [];
        return who && what && whom
          ? `  ${actors.named(who)}->>${actors.named(whom)}: ${what}`
          : `  ${actors.named(steps[index - 1] ?? 'Start')}->>${actors.named(step)}: ${step}`;
      });
      return { title, mermaid: ['sequenceDiagram', ...actors.declared(), ...messages].join('\n') };
    }
    case 'gantt': {
      const tasks = steps.map((step, index) =>
        index === 0
          ? `  1. ${step} :t1, ${from}, 7d`
          : `  ${index + 1}. ${step} :t${index + 1}, after t${index}, 7d`,
      );
      return {
        title,
        mermaid: ['gantt', `  title ${title}`, '  dateFormat YYYY-MM-DD', '  section Plan', ...tasks].join(
          '\n',
        ),
      };
    }
    case 'mindmap': {
      const branches = steps
        .filter((step) => step !== title)
        .map((step, index) => `    b${index + 1}["${step}"]`);
      return { title, mermaid: ['mindmap', `  root(("${title}"))`, ...branches].join('\n') };
    }
  }
}

/** Participants, with generated ids, because a name may be a keyword of Mermaid. */
class Actors {
  private readonly ids = new Map<string, { id: string; name: string }>();

  /** The id of the participant with this name, with or without an article. */
  named(name: string): string {
    const key = name.toLowerCase().replace(/^(?:the|a|an|our)\s+/, '');
    const known = this.ids.get(key) ?? { id: `a${this.ids.size + 1}`, name };
    this.ids.set(key, known);
    return known.id;
  }

  declared(): string[] {
    return [...this.ids.values()].map(({ id, name }) => `  participant ${id} as ${name}`);
  }
}
