import type { Pack } from '#pack-kit';
import { geo } from '../../packs/geo/index.ts';
import { planSampleServices } from './sample-services.ts';

const none = { specs: [], variables: {}, urls: {} };

it('a pack whose outside service is not set gets its sample server', async () => {
  const given = { HTTP_ALLOW_HOSTS: '10.0.0.0/8' };
  const { specs, variables, urls } = await planSampleServices([geo], given, false);
  const url = variables.GEO_ARCGIS_BASE_URL ?? '';
  const { port, pathname } = new URL(url);
  expect(pathname).toBe('/arcgis/rest/services/Sample/AbuDhabiRealEstate/MapServer');
  expect(urls).toEqual({ GEO_ARCGIS_BASE_URL: url });
  expect(specs).toEqual([
    { name: 'geo-sample', entry: expect.stringMatching(/dist\/scripts\/geo-sample\.js$/), readyUrl: url },
  ]);
  expect(variables).toMatchObject({
    GEO_SAMPLE_PORT: port,
    HTTP_ALLOW_HOSTS: `10.0.0.0/8,127.0.0.1:${port}`,
  });
});

it('what is set stays as it is, and production has no samples', async () => {
  expect(
    await planSampleServices([geo], { GEO_ARCGIS_BASE_URL: 'https://gis.example/MapServer' }, false),
  ).toEqual(none);
  expect(await planSampleServices([geo], {}, true)).toEqual(none);
  expect(await planSampleServices([{ name: 'other' } as Pack], {}, false)).toEqual(none);
});
