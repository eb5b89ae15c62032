import fc from 'fast-check';
import { appendMarkdown, mergeMarkdown } from './markdown-merge.ts';

const brief = '# Logger\n\n## Overview\nAn ESP32 logger.\n\n## Constraints\nBattery.\n';

describe('merging markdown', () => {
  it('replaces the sections that it names, adds new ones behind the one that they follow, keeps the rest', () => {
    expect(mergeMarkdown(brief, '## constraints:\nMains power.\n\n## Background\nA greenhouse.')).toBe(
      '# Logger\n\n## Overview\nAn ESP32 logger.\n\n## Constraints\nMains power.\n\n## Background\nA greenhouse.\n',
    );
    expect(mergeMarkdown(brief, '## Overview\n\n## Goal\nNo wilting.')).toBe(
      '# Logger\n\n## Overview\nAn ESP32 logger.\n\n## Goal\nNo wilting.\n\n## Constraints\nBattery.\n',
    );
    expect(mergeMarkdown(brief, '## Risks\nRain.')).toMatch(/Battery\.\n\n## Risks\nRain\.\n$/);
  });

  it('takes a section away, and tells levels and duplicates apart', () => {
    expect(mergeMarkdown(brief, '## Overview\n_delete')).toBe('# Logger\n\n## Constraints\nBattery.\n');
    expect(mergeMarkdown(brief, '### Overview\nDeeper.')).toContain('An ESP32 logger.');
    const twice = '## A\none\n\n## A\ntwo\n';
    expect(mergeMarkdown(twice, '## A\n\n## A ##\nTWO')).toBe('## A\none\n\n## A\nTWO\n');
  });

  it('replaces the text before the first heading only by text', () => {
    const text = 'Draft.\n\n## A\na\n';
    expect(mergeMarkdown(text, '## A\nb')).toBe('Draft.\n\n## A\nb\n');
    expect(mergeMarkdown(text, 'Final.')).toBe('Final.\n\n## A\na\n');
  });

  it('sees no headings in fences', () => {
    const code = '## Code\n```sh\n## no heading\n```\n';
    expect(mergeMarkdown(code, '## no heading\nx')).toBe(`${code}\n## no heading\nx\n`);
  });

  it('changes nothing when it is merged with itself, and nothing on a second time', () => {
    const heading = fc.constantFrom('# A', '## B', '## C:', '### D', '# b');
    const body = fc.constantFrom('', 'text', 'more\n\ntext', '```\n# no\n```');
    const text = fc
      .tuple(body, fc.uniqueArray(fc.tuple(heading, body), { selector: ([name]) => name }))
      .map(([preamble, sections]) => [preamble, ...sections.flat()].join('\n'));
    fc.assert(
      fc.property(text, text, (before, incoming) => {
        const once = mergeMarkdown(before, incoming);
        expect(mergeMarkdown(once, incoming)).toBe(once);
        const tidy = mergeMarkdown(before, '');
        expect(mergeMarkdown(tidy, tidy)).toBe(tidy);
      }),
    );
  });

  it('appends with a blank line, and what stands at the end not again', () => {
    expect(appendMarkdown('one\n', 'two')).toBe('one\n\ntwo\n');
    expect(appendMarkdown('one\n\ntwo\n', 'two\n')).toBe('one\n\ntwo\n');
    expect(appendMarkdown('', 'two')).toBe('two\n');
  });
});
