import { csvFields, csvFile, type CsvPages } from './csv.ts';

interface Row {
  name: string;
  uses: number | null;
}
const columns = csvFields<Row>('name', 'uses');
/** With the byte order mark, which `text()` removes. */
const textOf = async (pages: CsvPages<Row>) =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(await (await csvFile(pages, columns)).arrayBuffer());

it('names a column after its field, in snake case', () => {
  const [column] = csvFields<{ createdAt: string }>('createdAt');
  expect(column).toMatchObject({ name: 'created_at' });
  expect(column?.of({ createdAt: 'today' })).toBe('today');
});

describe('csvFile', () => {
  it('writes a header line and one line per row', async () => {
    expect(await textOf([[{ name: 'find', uses: 3 }]])).toBe('\uFEFFname,uses\r\nfind,3\r\n');
    expect(await textOf([])).toBe('\uFEFFname,uses\r\n');
  });

  it('quotes values that a reader would split, and leaves missing ones empty', async () => {
    expect(await textOf([[{ name: 'a "b", c\nd', uses: null }]])).toContain('"a ""b"", c\nd",\r\n');
  });

  it('keeps spreadsheets from running a text as a formula', async () => {
    expect(await textOf([[{ name: '=HYPERLINK("x")', uses: -1 }]])).toContain(`"'=HYPERLINK(""x"")",-1`);
  });

  it('keeps spreadsheets that split lines at semicolons or tabs from running a formula', async () => {
    expect(await textOf([[{ name: 'a;=1+1', uses: 1 }]])).toContain(`"a;'=1+1",1`);
    expect(await textOf([[{ name: 'a\t@sum; b', uses: 1 }]])).toContain(`"a\t'@sum; b",1`);
    expect(await textOf([[{ name: 'a;b', uses: 1 }]])).toContain('"a;b",1');
  });

  it.each(['=1', '+1', '-1', '@a', '\t=1', '\r=1', '＝1', '＠a', 'a\n=1', 'a;\t+1', 'a;=1'])(
    'has no cell that begins a formula, however it is split: %j',
    async (name) => {
      const [, line = ''] = (await textOf([[{ name, uses: 1 }]])).split(/(?<=uses)\r\n/);
      const cells = line.replaceAll('"', '').split(/[,;\t\r\n]/);
      expect(cells.filter((cell) => /^[=+\-@＝＋－＠]/.test(cell))).toEqual([]);
    },
  );

  it('writes every page, reports progress, and passes a failure on', async () => {
    async function* pages(fails: boolean) {
      for (let page = 0; page < 3; page += 1) {
        yield await Promise.resolve([{ name: `p${page}`, uses: page }]);
        if (fails) throw new Error('away');
      }
    }
    const told: number[] = [];
    const file = await csvFile(pages(false), columns, (rows) => told.push(rows));
    expect(told).toEqual([1, 2, 3]);
    expect((await file.text()).split('\r\n')).toEqual(['name,uses', 'p0,0', 'p1,1', 'p2,2', '']);
    await expect(csvFile(pages(true), columns)).rejects.toThrow('away');
  });
});
