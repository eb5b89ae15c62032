import { suiteDatabase } from '../../../test/harness/suite-database.ts';
import { isTimeZone, localTime } from '#text';

const NOT_ALIKE =
  `ACT AET AGT ART AST BET BST CAT CNT CST CTT EAT ECT IET IST JST MIT NET NST PLT PNT PRT PST SST VST CET MET EET WET ist
   US/Pacific-New Canada/East-Saskatchewan SystemV/AST4 Etc/Unknown Mars/Olympus +02:00`.split(/\s+/);
const SEASONS = ['2010-01-15T12:00Z', '2010-07-15T12:00Z', '2025-01-15T12:00Z', '2025-07-15T12:00Z'];

describe('time zones of orgs', () => {
  const on = suiteDatabase();

  it('are the names that Temporal and PostgreSQL read alike', async () => {
    const rows = await on.database.asPlatform('the test reads time zones', async (tx) => {
      const names = await tx.query<{ name: string }>(
        `SELECT name FROM pg_timezone_names UNION SELECT abbrev FROM pg_timezone_abbrevs UNION SELECT unnest($1::text[])`,
        [Intl.supportedValuesOf('timeZone')],
      );
      return tx.query<{ name: string; moment: Date; local: string }>(
        `SELECT name, moment, to_char(moment AT TIME ZONE name, 'YYYY-MM-DD"T"HH24:MI') AS local
           FROM unnest($1::text[]) AS name, unnest($2::timestamptz[]) AS moment`,
        [names.map(({ name }) => name).filter(isTimeZone), SEASONS],
      );
    });
    expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(['UTC', 'Asia/Calcutta', 'Japan']));
    for (const { name, moment, local } of rows)
      expect([name, localTime(moment, name).slice(0, local.length)]).toEqual([name, local]);
    expect(['', ...NOT_ALIKE].filter(isTimeZone)).toEqual([]);
  });
});
