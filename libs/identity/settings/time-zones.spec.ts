import { suiteDatabase } from '../../../test/harness/suite-database.ts';
import { isTimeZone, localTime } from '#text';

// Names of time zones that JavaScript has, or had, beside those of the IANA and the abbreviations of PostgreSQL.
const OF_ICU =
  `ACT AET AGT ART AST BET BST CAT CNT CST CTT EAT ECT IET IST JST MIT NET NST PLT PNT PRT PST SST VST CET MET EET WET
   US/Pacific-New Canada/East-Saskatchewan SystemV/AST4 Etc/Unknown`.split(/\s+/);
const SEASONS = ['2010-01-15T12:00Z', '2010-07-15T12:00Z', '2025-01-15T12:00Z', '2025-07-15T12:00Z'];

describe('time zones of orgs', () => {
  const on = suiteDatabase();

  it('are names that Temporal and PostgreSQL read alike', async () => {
    const ask = (sql: string, values: unknown[] = []) =>
      on.database.asPlatform('the test reads time zones', (tx) =>
        tx.query<Record<'name' | 'at', string>>(sql, values),
      );
    const named = await ask(
      'SELECT name FROM pg_timezone_names UNION SELECT abbrev FROM pg_timezone_abbrevs',
    );
    const all = [...named.map(({ name }) => name), ...Intl.supportedValuesOf('timeZone'), ...OF_ICU];
    const names = [...new Set(all)].filter(isTimeZone);
    expect(names).toEqual(
      expect.arrayContaining(['UTC', 'Asia/Nicosia', 'Asia/Kolkata', 'Asia/Calcutta', 'Japan']),
    );
    const rows = await ask(
      `SELECT name, to_char(moment AT TIME ZONE name, 'YYYY-MM-DD"T"HH24:MI') AS at
         FROM unnest($1::text[]) AS name, unnest($2::timestamptz[]) AS moment ORDER BY name, moment`,
      [names, SEASONS],
    );
    expect(rows).toHaveLength(names.length * SEASONS.length);
    for (const [index, { name, at }] of rows.entries())
      expect(localTime(new Date(SEASONS[index % SEASONS.length]!), name)).toMatch(new RegExp(`^${at}\\b`));
  });

  it.each([...OF_ICU, '+02:00', 'Mars/Olympus', 'ist', ''])('are not: "%s"', (text) =>
    expect(isTimeZone(text)).toBe(false),
  );
});
