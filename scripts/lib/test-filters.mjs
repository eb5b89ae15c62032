/**
 * Whether suites behind these filters (parts of paths) may start the compiled apps. Those of the libs never do, so that
 * `npm test -- packs/bakery` runs without a build.
 */
export function mayNeedBuild(filters) {
  return filters.length === 0 || !filters.every((filter) => /^(?:\.\/)?(?:libs|packs)\/[\w-]/.test(filter));
}
