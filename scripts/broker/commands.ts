import type { INestApplicationContext } from '@nestjs/common';
import { LogChangedError, RankerTraining, type RankerSummary } from '#broker';
import { BrokerExplanations } from '#turns';
import { orgNamed } from '../operator.ts';
import { StartRefusedError } from '../start/start.errors.ts';
import type { BrokerArguments, BrokerCommandName } from './arguments.ts';
import { explanationText, oneToolText, trainedText, versionsText } from './print.ts';

/** A contact may be forgotten while a training runs; it is tried again so often. */
const MAX_TRAININGS = 3;

/** One command: what it answers is printed. */
export type BrokerCommand = (services: INestApplicationContext, given: BrokerArguments) => Promise<string>;

export const brokerCommands = {
  train: async (services, given) => {
    const org = await orgNamed(services, given.org);
    const trained = await train(services.get(RankerTraining), org.id);
    if (given.json) return json(trained ?? null);
    return trained
      ? trainedText(trained)
      : `Nothing to learn from: no turn of ${org.slug} has called a tool with success.`;
  },

  versions: async (services, given) => {
    const org = await orgNamed(services, given.org);
    const versions = await services.get(RankerTraining).versions(org.id);
    return given.json ? json(versions) : versionsText(versions);
  },

  explain: async (services, given) => {
    const org = await orgNamed(services, given.org);
    const explanation = await services.get(BrokerExplanations).message(org, given);
    if (given.tool === undefined) return given.json ? json(explanation) : explanationText(explanation, given);
    const own = explanation.tools.find(({ tool }) => tool === given.tool);
    const out = explanation.excluded.find(({ tool }) => tool === given.tool);
    if (!own && !out) throw new StartRefusedError(`The org has no tool named ${given.tool}.`);
    return given.json ? json(own ?? out) : oneToolText(own, out);
  },
} satisfies Record<BrokerCommandName, BrokerCommand>;

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

function json(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
