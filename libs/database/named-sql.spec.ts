import { NamedSql } from './named-sql.ts';

describe('a statement with named parameters', () => {
  it('numbers each name once, after the org', () => {
    const statement = new NamedSql('UPDATE t SET a = :a, b = :b WHERE org_id = $1 AND a <> :a');
    expect(statement.with({ b: 2, a: 1 })).toEqual([
      'UPDATE t SET a = $2, b = $3 WHERE org_id = $1 AND a <> $2',
      [1, 2],
    ]);
  });

  it('takes an array and NULL as one value each', () => {
    const statement = new NamedSql('SELECT ARRAY[:one, :one] || :ids');
    expect(statement.with({ one: null, ids: [1, 2] })[1]).toEqual([null, [1, 2]]);
  });

  it.each([`a::text`, `'at 10:mm' || 'it''s :no'`, `a[1:two]`, `"a:b"`, `f(x)[n:m]`])(
    'leaves %s as it is',
    (sql) => {
      expect(new NamedSql(sql).with({})).toEqual([sql, []]);
    },
  );

  it('casts a parameter', () => {
    expect(new NamedSql('SELECT :ids::uuid[], (:id)::uuid').with({ ids: [], id: '' })[0]).toBe(
      'SELECT $2::uuid[], ($3)::uuid',
    );
  });

  it('refuses a missing value and an unknown name', () => {
    const statement = new NamedSql('SELECT :a');
    expect(() => statement.with({})).toThrow('needs values for: a');
    expect(() => statement.with({ a: undefined })).toThrow('needs values for: a');
    expect(() => statement.with({ a: 1, b: 2 })).toThrow('has no parameters: b');
  });
});
