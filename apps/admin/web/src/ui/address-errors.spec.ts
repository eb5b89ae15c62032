import { filtersIn, errorsOf } from './address-errors.ts';

const problem = (...errors: { pointer: string; detail: string }[]) => ({
  type: 'urn:turnpike:problem:invalid-request',
  title: 'Unprocessable content',
  status: 422,
  detail: 'The request is invalid.',
  errors,
});

it('separates filters from the org, the tab and the selection', () => {
  expect(filtersIn({ org: 'demo', selected: 'x' })).toEqual([]);
  expect(filtersIn(Object({ org: 'demo', tab: 'jobs', from: 'abc' }))).toEqual([['from', 'abc']]);
});

it('reports what a filter expects', () => {
  const search = Object({ from: 'abc', q: 'x'.repeat(300) });
  expect(
    errorsOf(
      search,
      problem(
        { pointer: '/from', detail: 'expected a date such as 2026-01-31' },
        { pointer: '/q', detail: 'expected at most 200 characters' },
      ),
    ),
  ).toEqual(['“from”: expected a date such as 2026-01-31.', 'The search: expected at most 200 characters.']);
});

it('lists the active filters if the server rejects a value derived from them', () => {
  const search = Object({ days: '-4' });
  expect(errorsOf(search, problem({ pointer: '/to', detail: 'expected a later day' }))).toEqual([
    '“days” is “-4”.',
  ]);
});
