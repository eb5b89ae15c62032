import { toCsv } from './csv.ts';

describe('toCsv', () => {
  const columns = [
    { name: 'name', of: (row: { name: string; uses: number | null }) => row.name },
    { name: 'uses', of: (row: { name: string; uses: number | null }) => row.uses },
  ];

  it('writes a line of names and one per row', () => {
    expect(toCsv([{ name: 'find', uses: 3 }], columns)).toBe('\uFEFFname,uses\r\nfind,3\r\n');
  });

  it('quotes what a reader would split, and leaves out what is not there', () => {
    expect(toCsv([{ name: 'a "b", c\nd', uses: null }], columns)).toContain('"a ""b"", c\nd",\r\n');
  });

  it('keeps spreadsheets from running a text', () => {
    expect(toCsv([{ name: '=HYPERLINK("x")', uses: -1 }], columns)).toContain(`"'=HYPERLINK(""x"")",-1`);
  });
});
