// Jest runs CommonJS here: four CommonJS Nest libraries break under native ESM Jest (docs/adr/0005-esm-and-jest.md),
// so this transformer turns our TypeScript and any ESM dependency into CommonJS.
const { createHash } = require('node:crypto');
const { transformSync, version } = require('@swc/core');

const IS_TYPESCRIPT = /\.[cm]?tsx?$/;
const HAS_ESM_SYNTAX = /^\s*(import|export)\b|import\.meta|\bimport\s*\(/m;

function optionsFor(filename) {
  const typescript = IS_TYPESCRIPT.test(filename);
  return {
    filename,
    swcrc: false,
    configFile: false,
    sourceMaps: true,
    module: { type: 'commonjs', ignoreDynamic: false, importInterop: 'swc' },
    jsc: {
      target: 'es2022',
      parser: typescript
        ? { syntax: 'typescript', tsx: filename.endsWith('x'), decorators: true }
        : { syntax: 'ecmascript' },
      transform: typescript
        ? { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false }
        : {},
      keepClassNames: true,
    },
  };
}

module.exports = {
  getCacheKey(source, filename) {
    return createHash('sha256').update(`${version}|6|${filename}|${source}`).digest('hex');
  },
  process(source, filename) {
    if (!IS_TYPESCRIPT.test(filename) && !HAS_ESM_SYNTAX.test(source)) return { code: source };
    // Not by require(): several packages declare a `require` of their own.
    const code = source
      .replaceAll('import.meta.url', "('file://' + encodeURI(__filename))")
      .replaceAll('import.meta.dirname', '__dirname')
      .replaceAll('import.meta.filename', '__filename');
    const { code: transformed, map } = transformSync(code, optionsFor(filename));
    return { code: transformed, map };
  },
};
