import { consoleModels } from '#contracts/console';
import { describePages, row, type ConsolePages } from '../pages.fixture.ts';

const MODEL = 'gpt-6-luna';

/** The provider of the org answered that it does not know the model. */
async function seed({ admin }: ConsolePages): Promise<void> {
  await admin.database.asPlatform('the test puts a model into cooldown', (tx) =>
    tx.execute(
      `INSERT INTO model_cooldowns (place, model, cooldown_until, changed_at) VALUES ($1, $2, now() + interval '1 hour', now())`,
      [`org/${admin.orgA.id}/openai`, MODEL],
    ),
  );
}

describePages('models in the console', (pages) => {
  beforeAll(() => seed(pages));

  it('lead from the alert to the model in cooldown, which an admin can end', async () => {
    const page = await pages.visit('admin', '/overview');
    await page.getByRole('link', { name: new RegExp(`does not know the model ${MODEL}`) }).click();
    await page.getByText('Other models are used').waitFor();
    expect(await row(page, MODEL).textContent()).toContain('Cooldown');
    await page.getByRole('button', { name: 'End cooldown' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'End cooldown' }).click();
    await page.getByText('Other models are used').waitFor({ state: 'detached' });
    const { items } = await pages.read('admin', '/admin/models', consoleModels);
    expect(items.find(({ name }) => name === MODEL)?.cooldown).toBeNull();
  });

  it('are added after a request to their server, or despite its answer', async () => {
    const page = await pages.visit('admin', '/models?tab=registry');
    const dialog = page.getByRole('dialog');
    const add = async (name: string, baseUrl: string) => {
      await page.getByRole('button', { name: 'Add a model' }).click();
      await dialog.getByLabel(/^Name/).fill(name);
      await dialog.getByLabel('Address').fill(baseUrl);
      await dialog.getByRole('button', { name: 'Check and add' }).click();
    };
    const names = async () => {
      const { items } = await pages.read('admin', '/admin/models', consoleModels);
      return items.map(({ name }) => name);
    };
    await add('house-away', 'https://models.invalid/v1');
    await dialog.getByText('Turns that use this model would fail.').waitFor();
    expect(await names()).not.toContain('house-away');
    await dialog.getByRole('button', { name: 'Add anyway' }).click();
    await page.getByText('Turns that use it fail until its server responds').waitFor();
    expect(await names()).toContain('house-away');
  });

  it('show a member the cooldown of a model without a button to end it', async () => {
    await seed(pages);
    const page = await pages.visit('member', `/models?tab=registry&selected=${MODEL}`);
    await page.getByText('Other models are used').waitFor();
    expect(await page.getByRole('button', { name: 'End cooldown' }).count()).toBe(0);
  });
});
