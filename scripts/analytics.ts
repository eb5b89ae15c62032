// npm run analytics: logins for SQL clients, and rollups rebuilt.
import { AnalyticsModule, AnalyticsReaders, Rollups } from '#analytics';
import { OrgService } from '#identity';
import { analytics } from './commands/database-programs.ts';
import { runCommand } from './commands/run-command.ts';
import { operatorConfig, orgNamed, withServices } from './operator.ts';

void runCommand(analytics, async ({ command, names: [name = ''], options: { org, from } }) =>
  withServices(await operatorConfig(), [AnalyticsModule], async (services) => {
    const readers = services.get(AnalyticsReaders);
    const picked = org === undefined ? undefined : await orgNamed(services, org);
    switch (command) {
      case 'roles': {
        const known = await readers.list();
        if (known.length === 0)
          return 'No login yet. Create one: npm run analytics -- add-role NAME --org SLUG';
        return known.map((reader) => `${reader.role}  ${reader.org ?? 'all orgs'}`).join('\n');
      }
      case 'add-role':
        return `Password of ${name}, shown once: ${await readers.add(name, picked?.id ?? null)}`;
      case 'remove-role':
        await readers.remove(name);
        return `${name} is removed.`;
      case 'rebuild':
        for (const { id, slug } of picked ? [picked] : await services.get(OrgService).list()) {
          await services.get(Rollups).rebuild(id, from === undefined ? undefined : new Date(from));
          console.log(`${slug} is rebuilt.`);
        }
        return undefined;
    }
  }),
);
