// npm run broker: trains an org's ranker, lists its versions and explains what a message would be offered, in the
// installation that runs here or whose database DATABASE_URL names.
import { RolloutEvidenceReadModel } from '#broker';
import { FlagsModule } from '#flags';
import { BrokerExplanationsModule } from '#turns';
import { packs } from '../packs/index.ts';
import { readArguments } from './broker/arguments.ts';
import { brokerCommands } from './broker/commands.ts';
import { operatorConfig, runCommand, withServices } from './operator.ts';
import { completeTools, toolModules } from './tools/looking.ts';

runCommand(async () => {
  const given = readArguments(process.argv.slice(2));
  const services = [
    ...toolModules(),
    FlagsModule.forRoot({
      packFlags: packs.flatMap(({ flags = [] }) => flags),
      evidence: RolloutEvidenceReadModel,
    }),
    BrokerExplanationsModule,
  ];
  console.log(
    await withServices(await operatorConfig(), services, async (open) => {
      if (given.command === 'explain') await completeTools(open);
      return brokerCommands[given.command](open, given);
    }),
  );
});
