// npm run analytics: logins for analysts' own clients, and rollups made anew.
import { AnalyticsModule, AnalyticsReaders, Rollups } from '#analytics';
import { OrgService } from '#identity';
import { readCommandLine } from './command-line.ts';
import { operatorConfig, orgNamed, runCommand, withServices } from './operator.ts';
import { StartRefusedError } from './start/start.errors.ts';

const USAGE = `npm run analytics -- COMMAND
  roles                       logins that read the schema analytics
  add-role NAME               makes one and prints its password; --org SLUG, or --all-orgs
  remove-role NAME            takes it away
  rebuild                     rolls rows up anew; --org SLUG for one org, --from DAY (UTC) for less than all
Where: the database of DATABASE_URL, or the embedded one of the npm start that runs. Roles need a PostgreSQL of your own.`;

const COMMANDS = ['roles', 'add-role', 'remove-role', 'rebuild'];
const DAY = /^\d{4}-\d\d-\d\d$/;

function readArguments() {
  const { values, positionals } = readCommandLine(USAGE, {
    allowPositionals: true,
    options: {
      org: { type: 'string' },
      'all-orgs': { type: 'boolean', default: false },
      from: { type: 'string' },
    },
  });
  const [command, name, ...more] = positionals;
  if (command === undefined || !COMMANDS.includes(command))
    throw new StartRefusedError(command === undefined ? USAGE : `No such command: ${command}\n${USAGE}`);
  const named = command === 'add-role' || command === 'remove-role';
  if (more.length > 0 || named !== (name !== undefined)) throw new StartRefusedError(USAGE);
  if (command === 'add-role' && (values.org === undefined) !== values['all-orgs'])
    throw new StartRefusedError('Say whom it reads: --org SLUG, or --all-orgs.');
  if (values.from !== undefined && (!DAY.test(values.from) || Number.isNaN(Date.parse(values.from))))
    throw new StartRefusedError('--from: expected a day such as 2026-11-22.');
  return {
    command,
    name: name ?? '',
    org: values.org,
    from: values.from ? new Date(values.from) : undefined,
  };
}

runCommand(async () => {
  const { command, name, org, from } = readArguments();
  await withServices(await operatorConfig(), [AnalyticsModule], async (services) => {
    const readers = services.get(AnalyticsReaders);
    const picked = org === undefined ? undefined : await orgNamed(services, org);
    if (command === 'roles') {
      const known = await readers.list();
      for (const reader of known) console.log(`${reader.role}  ${reader.org ?? 'all orgs'}`);
      if (known.length === 0)
        console.log('There is none. Make one: npm run analytics -- add-role NAME --org SLUG');
    } else if (command === 'add-role') {
      const password = await readers.add(name, picked?.id ?? null);
      console.log(`Password of ${name}, shown once: ${password}`);
    } else if (command === 'remove-role') {
      await readers.remove(name);
      console.log(`${name} is gone.`);
    } else {
      for (const { id, slug } of picked ? [picked] : await services.get(OrgService).list()) {
        await services.get(Rollups).rebuild(id, from);
        console.log(`${slug} is rolled up.`);
      }
    }
  });
});
