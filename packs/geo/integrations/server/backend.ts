import type { Clock } from '#pack-kit';
import { ArcGisClient } from '../arcgis/arcgis-client.ts';
import type { ServiceParts } from '../arcgis/arcgis-service.ts';
import type { GeoSettings } from '../../settings.ts';
import { Gazetteer } from './gazetteer.ts';

/** The parts that tools execute with. */
export interface Backend {
  client: ArcGisClient;
  gazetteer: Gazetteer;
  settings: GeoSettings;
  clock: Clock;
}

export function openBackend(parts: ServiceParts, clock: Clock): Backend {
  const client = new ArcGisClient(parts, clock);
  return { client, gazetteer: new Gazetteer(client, clock), settings: parts.settings, clock };
}
