import { randomUUID } from 'node:crypto';
import { ErrorCode, OpenFeature, type Client, type EvaluationDetails } from '@openfeature/server-sdk';
import type { FlagValue } from './flag-definition.ts';
import { FlagProvider } from './flag-provider.ts';
import type { FlagStore } from './flag-store.ts';
import { FlagEvaluationError, UnknownFlagError } from './flags.errors.ts';
import type { PlatformSwitch, ToolBrokerMode } from './platform-flags.ts';
import type { FlagContext } from './targeting/targeting.ts';

/**
 * Asks flags. Every question goes through the OpenFeature client, so that its hooks see it and another provider could
 * stand behind it; the client answers with a promise, but ours waits for nothing: no I/O, a few microseconds
 * (`bench/flags`). What the OpenFeature API answers with a default, an error here is an error: a misspelt key must not
 * look like a flag that is off.
 */
export class Flags {
  private constructor(
    private readonly store: FlagStore,
    /** For code that is written against OpenFeature. */
    readonly client: Client,
  ) {}

  /**
   * Reads the flags and puts a provider of their own behind OpenFeature. Several in one process (tests) do not meet:
   * each has its own domain.
   */
  static async open(store: FlagStore): Promise<Flags> {
    const domain = `turnpike-${randomUUID()}`;
    await OpenFeature.setProviderAndWait(domain, new FlagProvider(store));
    return new Flags(store, OpenFeature.getClient(domain));
  }

  /**
   * The variant of a flag for this org and conversation.
   *
   * @throws UnknownFlagError; FlagEvaluationError for a boolean flag.
   */
  variant(key: 'tool_broker', context: FlagContext): Promise<ToolBrokerMode>;
  variant(key: string, context: FlagContext): Promise<string>;
  async variant(key: string, context: FlagContext): Promise<string> {
    return this.answer(await this.client.getStringDetails(key, '', { ...context }));
  }

  /**
   * Whether a boolean flag is on for this org and conversation.
   *
   * @throws UnknownFlagError; FlagEvaluationError for a flag with variants.
   */
  isOn(key: PlatformSwitch, context: FlagContext): Promise<boolean>;
  isOn(key: string, context: FlagContext): Promise<boolean>;
  async isOn(key: string, context: FlagContext): Promise<boolean> {
    return this.answer(await this.client.getBooleanDetails(key, false, { ...context }));
  }

  private answer<Value extends FlagValue>(details: EvaluationDetails<Value>): Value {
    if (details.errorCode === undefined) return details.value;
    if (details.errorCode === ErrorCode.FLAG_NOT_FOUND)
      throw new UnknownFlagError(details.flagKey, this.store.catalogue.keys);
    throw new FlagEvaluationError(details.flagKey, details.errorMessage ?? details.errorCode);
  }
}
