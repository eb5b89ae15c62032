import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { runningSamples } from './announcement.ts';
import { DataFolder } from './data-folder.ts';
import { sampleVariables } from './sample-variables.ts';
import { temporaryFolder } from '../../test/harness/temporary-folder.ts';

const URL_OF_SAMPLE = 'http://127.0.0.1:6080/arcgis/MapServer';
const urls = { GEO_ARCGIS_BASE_URL: URL_OF_SAMPLE };

describe('the sample servers of a start that runs', () => {
  const directory = temporaryFolder();
  let folder: DataFolder | undefined;
  beforeEach(async () => {
    folder = await DataFolder.open(directory);
    runningSamples.write(directory, { urls });
  });
  afterEach(() => folder?.close());

  it('are named to a command beside it, and may be reached', () => {
    expect(sampleVariables(directory, {})).toEqual({ ...urls, HTTP_ALLOW_HOSTS: '127.0.0.1:6080' });
    expect(sampleVariables(directory, { HTTP_ALLOW_HOSTS: '10.0.0.0/8' })).toEqual({
      ...urls,
      HTTP_ALLOW_HOSTS: '10.0.0.0/8,127.0.0.1:6080',
    });
  });

  it('are not used for a service that is set', () => {
    expect(sampleVariables(directory, { GEO_ARCGIS_BASE_URL: 'https://gis.example/MapServer' })).toEqual({});
  });

  it('are none where no start runs, it has none, or the file is just being written', () => {
    writeFileSync(path.join(directory, 'samples.json'), '{"urls": {');
    expect(sampleVariables(directory, {})).toEqual({});
    runningSamples.remove(directory);
    expect(sampleVariables(directory, {})).toEqual({});
    runningSamples.write(directory, { urls: {} });
    expect(sampleVariables(directory, {})).toEqual({});
    runningSamples.write(directory, { urls });
    folder?.close();
    expect(sampleVariables(directory, {})).toEqual({});
  });
});
