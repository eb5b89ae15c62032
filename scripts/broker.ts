// npm run broker: trains an org's ranker, lists its versions and explains what a message would be offered.
import { RolloutEvidenceReadModel } from '#broker';
import { FlagsModule } from '#flags';
import { BrokerExplanationsModule } from '#turns';
import { packs } from '../packs/index.ts';
import { brokerCommands } from './broker/commands.ts';
import { broker } from './commands/database-programs.ts';
import { runCommand } from './commands/run-command.ts';
import { operatorConfig, withServices } from './operator.ts';
import { completeTools, toolModules } from './tools/all-tools.ts';

void runCommand(broker, async (line) => {
  const services = [
    ...toolModules(),
    FlagsModule.forRoot({ packs, evidence: RolloutEvidenceReadModel }),
    BrokerExplanationsModule,
  ];
  return withServices(await operatorConfig(), services, async (open) => {
    if (line.command === 'explain') await completeTools(open);
    return brokerCommands[line.command](open, line);
  });
});
