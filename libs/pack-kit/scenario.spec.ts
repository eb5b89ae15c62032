import { scenario } from './scenario.ts';

it('passes contact and staff on to the steps of a scenario without a contact', () => {
  const written = [{ contact: 'ann' }, { staff: 'mia' }, {}, { staff: 'leo' }, { contact: 'bob' }];
  const { steps } = scenario('T1', 'title', ...written.map((who) => ({ say: 'Hi', expect: {}, ...who })));
  expect(steps.map(({ contact, staff }) => `${contact} ${staff}`)).toEqual(
    'ann undefined, ann mia, ann mia, ann leo, bob undefined'.split(', '),
  );
});
