import fc from 'fast-check';
import { forAll } from '../../../test/harness/for-all.ts';
import { appendMarkdown, mergeMarkdown } from './markdown-merge.ts';

const brief = '# Logger\n\n## Overview\nAn ESP32 logger.\n\n## Constraints\nBattery.\n';

describe('merging markdown', () => {
  it('replaces given sections, adds new ones after their predecessor, and keeps the rest', () => {
    expect(mergeMarkdown(brief, '## constraints:\nMains power.\n\n## Background\nA greenhouse.')).toBe(
      '# Logger\n\n## Overview\nAn ESP32 logger.\n\n## Constraints\nMains power.\n\n## Background\nA greenhouse.\n',
    );
    expect(mergeMarkdown(brief, '## Overview\n\n## Goal\nNo wilting.')).toBe(
      '# Logger\n\n## Overview\nAn ESP32 logger.\n\n## Goal\nNo wilting.\n\n## Constraints\nBattery.\n',
    );
    expect(mergeMarkdown(brief, '## Risks\nRain.')).toMatch(/Battery\.\n\n## Risks\nRain\.\n$/);
  });

  it('removes a section, and distinguishes levels and duplicates', () => {
    expect(mergeMarkdown(brief, '## Overview\n_delete')).toBe('# Logger\n\n## Constraints\nBattery.\n');
    expect(mergeMarkdown(brief, '### Overview\nDeeper.')).toContain('An ESP32 logger.');
    const twice = '## A\none\n\n## A\ntwo\n';
    expect(mergeMarkdown(twice, '## A\n\n## A ##\nTWO')).toBe('## A\none\n\n## A\nTWO\n');
  });

  it('replaces the text before the first heading only with other text', () => {
    const text = 'Draft.\n\n## A\na\n';
    expect(mergeMarkdown(text, '## A\nb')).toBe('Draft.\n\n## A\nb\n');
    expect(mergeMarkdown(text, 'Final.')).toBe('Final.\n\n## A\na\n');
  });

  it('ignores headings in code fences', () => {
    const code = '## Code\n```sh\n## no heading\n```\n';
    expect(mergeMarkdown(code, '## no heading\nx')).toBe(`${code}\n## no heading\nx\n`);
  });

  it('is idempotent, also when a text is merged with itself', () => {
    const heading = fc.constantFrom('# A', '## B', '## C:', '### D', '# b');
    const body = fc.constantFrom('', 'text', 'more\n\ntext', '```\n# no\n```');
    const text = fc
      .tuple(body, fc.uniqueArray(fc.tuple(heading, body), { selector: ([name]) => name }))
      .map(([preamble, sections]) => [preamble, ...sections.flat()].join('\n'));
    forAll(100, text, text, (before, incoming) => {
      const once = mergeMarkdown(before, incoming);
      expect(mergeMarkdown(once, incoming)).toBe(once);
      const tidy = mergeMarkdown(before, '');
      expect(mergeMarkdown(tidy, tidy)).toBe(tidy);
    });
  });

  it('appends after a blank line, but not a text that is already at the end', () => {
    expect(appendMarkdown('one\n', 'two')).toBe('one\n\ntwo\n');
    expect(appendMarkdown('one\n\ntwo\n', 'two\n')).toBe('one\n\ntwo\n');
    expect(appendMarkdown('', 'two')).toBe('two\n');
  });
});
