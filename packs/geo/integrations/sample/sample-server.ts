import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ArcGisError } from './arcgis-error.ts';
import { Faults, meet } from './faults.ts';
import { sampleLayers, type SampleLayer } from './layers.ts';
import { answerQuery, MAX_RECORD_COUNT } from './query.ts';

export const SAMPLE_PATH = '/arcgis/rest/services/Sample/AbuDhabiRealEstate/MapServer';
/** Description by which clients recognise sample data. */
export const SAMPLE_DESCRIPTION =
  'SAMPLE DATA. Every figure is made up. The names of districts are those of real places.';

const VERSION = 11.3;
const MAX_FORM_CHARACTERS = 1_000_000;

export interface SampleServerOptions {
  /** A free port when absent. */
  port?: number;
  host?: string;
  /** Required in every request when set. */
  token?: string;
}

/** A received request, for tests. */
export interface SeenRequest {
  method: string;
  path: string;
  parameters: URLSearchParams;
}

/**
 * A MapServer of the ArcGIS REST API over generated rows, which it calls sample data: service and layer descriptions, and
 * queries by GET and POST.
 */
export class SampleServer {
  readonly faults = new Faults();
  /** Newest last. */
  readonly requests: SeenRequest[] = [];
  private readonly layers = sampleLayers();

  private constructor(
    private readonly server: Server,
    private readonly token: string | undefined,
  ) {}

  static async start({
    port = 0,
    host = '127.0.0.1',
    token,
  }: SampleServerOptions = {}): Promise<SampleServer> {
    const server = createServer((request, response) => void sample.answer(request, response));
    const sample = new SampleServer(server, token);
    server.listen(port, host);
    await once(server, 'listening');
    return sample;
  }

  /** Value for `GEO_ARCGIS_BASE_URL`. */
  get url(): string {
    return `http://${this.host}${SAMPLE_PATH}`;
  }

  /** Host and port. */
  get host(): string {
    const { address, port } = this.server.address() as AddressInfo;
    return `${address}:${port}`;
  }

  async stop(): Promise<void> {
    this.server.close();
    this.server.closeAllConnections();
    await once(this.server, 'close');
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://sample');
      const form = request.method === 'POST' ? await readForm(request) : new URLSearchParams();
      const parameters = new URLSearchParams([...searchParams, ...form]);
      const rest = pathname.startsWith(SAMPLE_PATH) ? pathname.slice(SAMPLE_PATH.length) : undefined;
      if (rest === undefined) return void response.writeHead(404).end('Not found.');
      this.remember({ method: request.method ?? '', path: rest, parameters });
      const fault = rest.endsWith('/query') ? this.faults.next() : undefined;
      if (fault && (await meet(fault, response))) return;
      sendJson(response, this.resource(rest, parameters));
    } catch (error) {
      sendJson(
        response,
        error instanceof ArcGisError
          ? error
          : new ArcGisError(500, 'The sample server failed.', String(error)),
      );
    }
  }

  private resource(path: string, parameters: URLSearchParams): object {
    this.checkToken(parameters);
    if (path === '' || path === '/') return this.serviceDescription();
    const [, id, query] = /^\/(\d+)(\/query)?\/?$/.exec(path) ?? [];
    const layer = this.layers.find((candidate) => String(candidate.id) === id);
    if (!layer) throw new ArcGisError(404, 'Invalid or missing input parameters.', 'There is no such layer.');
    return query ? answerQuery(layer, parameters) : layerDescription(layer);
  }

  private checkToken(parameters: URLSearchParams): void {
    if (this.token === undefined) return;
    const given = parameters.get('token');
    if (!given) throw new ArcGisError(499, 'Token Required');
    if (given !== this.token) throw new ArcGisError(498, 'Invalid Token');
  }

  private serviceDescription(): object {
    return {
      currentVersion: VERSION,
      serviceDescription: SAMPLE_DESCRIPTION,
      mapName: 'AbuDhabiRealEstate (sample)',
      layers: this.layers.map(({ id, name }) => ({ id, name, type: 'Table' })),
      maxRecordCount: MAX_RECORD_COUNT,
      supportedQueryFormats: 'JSON',
      capabilities: 'Query,Data',
    };
  }

  private remember(request: SeenRequest): void {
    const mostKept = 1_000;
    this.requests.push(request);
    if (this.requests.length > mostKept) this.requests.shift();
  }
}

function layerDescription({ id, name, fields }: SampleLayer): object {
  return {
    currentVersion: VERSION,
    id,
    name,
    type: 'Table',
    description: SAMPLE_DESCRIPTION,
    objectIdField: 'OBJECTID',
    fields: fields.map((field) => ({ ...field, alias: field.name })),
    maxRecordCount: MAX_RECORD_COUNT,
    supportsStatistics: true,
    advancedQueryCapabilities: {
      supportsPagination: true,
      supportsStatistics: true,
      supportsOrderBy: true,
      supportsDistinct: true,
      supportsPaginationOnAggregatedQueries: false,
    },
  };
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) {
    text += String(chunk);
    if (text.length > MAX_FORM_CHARACTERS) throw new ArcGisError(400, 'The form is too large.');
  }
  return new URLSearchParams(text);
}

/** Sends errors with status 200, too, as ArcGIS does. */
function sendJson(response: ServerResponse, body: object): void {
  response.setHeader('content-type', 'application/json; charset=utf-8');
  response.end(JSON.stringify(body));
}
