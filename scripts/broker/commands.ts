import type { INestApplicationContext } from '@nestjs/common';
import { LogChangedError, RankerTraining, type RankerSummary } from '#broker';
import { BrokerExplanations } from '#turns';
import type { LineOf } from '../commands/command-line.ts';
import type { broker } from '../commands/database-programs.ts';
import { jsonText } from '../console/requests.ts';
import { orgNamed } from '../operator.ts';
import { StartRefusedError } from '../start/start.errors.ts';
import { explanationText, oneToolText, trainedText, versionsText } from './print.ts';

/** A contact may be erased during a training, which then runs again. */
const MAX_TRAININGS = 3;

export type BrokerLine = LineOf<typeof broker>;
/** One command; returns what is printed. */
export type BrokerCommand = (services: INestApplicationContext, line: BrokerLine) => Promise<string>;

export const brokerCommands = {
  train: async (services, { options: given }) => {
    const org = await orgNamed(services, given.org);
    const trained = await train(services.get(RankerTraining), org.id);
    if (given.json) return jsonText(trained ?? null);
    return trained
      ? trainedText(trained)
      : `Nothing to learn from: no turn of ${org.slug} has called a tool with success.`;
  },

  versions: async (services, { options: given }) => {
    const org = await orgNamed(services, given.org);
    const versions = await services.get(RankerTraining).versions(org.id);
    return given.json ? jsonText(versions) : versionsText(versions);
  },

  explain: async (services, { names: [text = ''], options: given }) => {
    const org = await orgNamed(services, given.org);
    const message = {
      text,
      agent: given.agent ?? '',
      channel: given.channel ?? 'chat',
      caller: given.caller,
    };
    const explanation = await services.get(BrokerExplanations).message(org, message);
    if (given.tool === undefined)
      return given.json ? jsonText(explanation) : explanationText(explanation, given);
    const own = explanation.tools.find(({ tool }) => tool === given.tool);
    const out = explanation.excluded.find(({ tool }) => tool === given.tool);
    if (!own && !out) throw new StartRefusedError(`The org has no tool named ${given.tool}.`);
    return given.json ? jsonText(own ?? out) : oneToolText(own, out);
  },
} satisfies Record<BrokerLine['command'], BrokerCommand>;

async function train(training: RankerTraining, orgId: string): Promise<RankerSummary | undefined> {
  const interrupted = new AbortController();
  const stop = () => interrupted.abort(new StartRefusedError('Stopped; nothing was changed.'));
  process.once('SIGINT', stop);
  try {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await training.train(orgId, interrupted.signal);
      } catch (error) {
        if (!(error instanceof LogChangedError) || attempt === MAX_TRAININGS) throw error;
      }
    }
  } finally {
    process.off('SIGINT', stop);
  }
}
