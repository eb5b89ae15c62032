/**
 * Acceptance scenarios of a pack: what somebody says, and what has to come of it. The same file is an end-to-end test on
 * the offline model and, with `npm run eval`, a measurement of a real one (`docs/write-a-pack.md`).
 */
export interface ScenarioSuite {
  pack: string;
  /** Slug of the freshly seeded demo org in which they play, one after the other. */
  org: string;
  /** Day that the demo rows are counted from, such as `2026-11-16`. */
  anchor: string;
  /** Where the clock starts, ISO 8601. */
  clockAt: string;
  /** Settings of the deployment, over the defaults. */
  env?: (services: ServiceUrls) => Record<string, string>;
  /** A check asks the console, which then runs beside the api. */
  asksConsole?: boolean;
  /** Local servers that speak the protocols of outside services, by name; started before the first scenario. */
  services?: Record<string, () => Promise<ScenarioService>>;
  scenarios: Scenario[];
}

/** A local server in the place of an outside service. */
export interface ScenarioService {
  url: string;
  close(): Promise<void>;
}

/** Where the services of the suite listen, by their names. */
export type ServiceUrls = Readonly<Record<string, string>>;

export interface Scenario {
  /** Names it in tests and reports, such as `E3`. */
  id: string;
  title: string;
  /** Settings of the org while it plays. */
  settings?: (services: ServiceUrls) => Record<string, string>;
  /** Messages in one conversation; a step that `begins` starts another. */
  steps: ScenarioStep[];
}

export interface ScenarioStep {
  /** Services listen where they find room, so that a message that names one is made when they do. */
  say: string | ((services: ServiceUrls) => string);
  /** Runs before the message, in the conversation of the step before: what a client shares, say. */
  prepare?: (place: ScenarioPlace) => Promise<void>;
  /** Id of the contact whose conversation it is. */
  contact: string;
  /** Handle of the member who writes about the contact; without one the contact writes. */
  staff?: string;
  /** `chat` without one. */
  channel?: string;
  /** Names the agent, as a client may. */
  agent?: string;
  /** In a conversation of its own, also behind other steps. */
  begins?: boolean;
  /** Id of a conversation of the demo rows that it goes on with. */
  conversation?: string;
  /** Changes the settings of the org from here on until the scenario ends. */
  settings?: (services: ServiceUrls) => Record<string, string>;
  expect: Expected;
}

/** The conversation of a scenario between two messages. */
export interface ScenarioPlace {
  conversationId: string;
  /** A request to the api with a key of the org. */
  request: (route: string, init?: RequestInit) => Promise<Response>;
  rows: SeenStep['rows'];
}

/** What has to come of a message. What is left out does not matter. */
export interface Expected {
  /** State of the turn; `completed` without one. */
  state?: 'completed' | 'failed' | 'awaiting_approval';
  /** Such as `estio/searcher`. */
  agent?: string;
  /**
   * The tools that are called, in this order. The offline model calls exactly these; a real one may call others in
   * between, such as one that recalls what is remembered.
   */
  calls?: ExpectedCall[];
  /** Tools that no model may call here. */
  neverCalls?: string[];
  /** What every model has to say: numbers, names, ids. */
  says?: (string | RegExp)[];
  /** What no model may say. */
  neverSays?: (string | RegExp)[];
  /** The language that it answers in, whatever the model; Arabic where the message is. */
  language?: 'en' | 'ar';
  /** Wording of the offline model's templates. */
  saysOffline?: (string | RegExp)[];
  /** What the database holds afterwards. */
  rows?: ExpectedRows[];
  /** Whatever else has to hold; returns what does not, in words. Asked again for a while until it returns none. */
  check?: (seen: SeenStep) => string[] | Promise<string[]>;
}

export interface ExpectedCall {
  tool: string;
  /** Those that matter, see {@link Like}. */
  arguments?: Like;
  /** True, or the class of its error; `any` where both are right. */
  success?: boolean | 'any';
  errorClass?: string;
  /** Fields of its `data`. */
  data?: Like;
  /** It need not be called. */
  optional?: boolean;
  /** Only the offline model has to call it: a real one may know without. */
  offlineOnly?: boolean;
}

export interface ExpectedRows {
  /** A statement over all orgs; in the database are those of the demo alone. */
  sql: string;
  values?: unknown[];
  /** As many rows as these, each like one. */
  are: Like[];
}

/**
 * A value that another is compared with. An object has at least these fields, a list exactly these entries, a number
 * also fits its own text, a pattern a text, and a function says itself whether a value fits.
 */
export type Like =
  | string
  | number
  | boolean
  | null
  | RegExp
  | ((value: never) => boolean)
  | readonly Like[]
  | { readonly [field: string]: Like };

export interface SeenCall {
  tool: string;
  arguments: Record<string, unknown>;
  result: {
    success: boolean;
    data?: Record<string, unknown>;
    error?: string;
    errorClass?: string;
  };
}

/** What came of a message. */
export interface SeenStep {
  turnId: string;
  conversationId: string;
  traceId: string;
  state: string;
  agent: string;
  reply: string;
  calls: SeenCall[];
  services: ServiceUrls;
  /** Calls a tool over MCP in the conversation, as another client does. */
  callTool: (tool: string, input: Record<string, unknown>) => Promise<SeenCall['result']>;
  /** What the console answers an admin at `/admin/…`. */
  asAdmin: (path: string) => Promise<unknown>;
  rows: <Row = Record<string, unknown>>(sql: string, values?: unknown[]) => Promise<Row[]>;
}

/** Defines the scenarios of a pack. Stand them in `packs/NAME/scenarios/index.ts` as `scenarios`. */
export function defineScenarios(suite: ScenarioSuite): ScenarioSuite {
  return suite;
}
