import { describeWith } from '../test/harness/services.ts';
import { testServerUrl } from '../test/harness/test-database.ts';
import { serviceVersions } from './versions.ts';

describeWith(['postgres', 'redis'], 'the versions in a result', () => {
  it('are those that the services tell, of the ones that were used', async () => {
    const redis = process.env.REDIS_URL ?? 'redis://127.0.0.1:6379';
    const { postgres, ...others } = await serviceVersions({ postgres: testServerUrl(), redis });
    expect(postgres).toMatch(/^\d+\.\d+/);
    expect(others).toEqual({ redis: expect.stringMatching(/^\d+\.\d+\.\d+/) });
    expect(await serviceVersions({})).toEqual({});
  });
});
