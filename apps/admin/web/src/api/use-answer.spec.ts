import { keepPrevious } from './use-answer.ts';

describe('what stays in sight while the next answer is awaited', () => {
  const rows = { items: ['a'] };
  const of = (path: string, query: object) => ({ queryKey: ['conversation', path, query] });

  it('is what was answered under other filters', () => {
    expect(keepPrevious('/admin/turns')(rows, of('/admin/turns', { state: 'failed' }))).toBe(rows);
  });

  it('is not what was answered of something else', () => {
    expect(keepPrevious('/admin/conversations/b')(rows, of('/admin/conversations/a', {}))).toBeUndefined();
    expect(keepPrevious('/admin/conversations/b')(undefined, undefined)).toBeUndefined();
  });
});
