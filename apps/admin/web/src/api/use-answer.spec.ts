import { keepPrevious } from './use-answer.ts';

describe('keepPrevious', () => {
  const rows = { items: ['a'] };
  const of = (path: string, query: object) => ({ queryKey: ['conversation', path, query] });

  it('keeps an answer to the same path with other filters', () => {
    expect(keepPrevious('/admin/turns')(rows, of('/admin/turns', { state: 'failed' }))).toBe(rows);
  });

  it('drops an answer to another path', () => {
    expect(keepPrevious('/admin/conversations/b')(rows, of('/admin/conversations/a', {}))).toBeUndefined();
    expect(keepPrevious('/admin/conversations/b')(undefined, undefined)).toBeUndefined();
  });
});
