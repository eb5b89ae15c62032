import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressFiles, preloadChunk } from './vite-plugins.ts';

const SERVER_URL = 'http://127.0.0.1:3001';
/** Code shared by several pages that the sign-in page does not need, without charts, differences and flags. */
const SHARED_BY_PAGES = 'pages';

// `npm run dev` serves only the app; the console's server runs beside it and keeps the session.
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), preloadChunk(SHARED_BY_PAGES), compressFiles()],
  resolve: { conditions: ['source', 'module', 'browser', 'development|production'] },
  server: { proxy: { '/admin': SERVER_URL, '/health': SERVER_URL } },
  build: {
    outDir: '../../../dist/apps/admin/web',
    emptyOutDir: true,
    // Inlines nothing as a data URL, because the content security policy only allows fonts and images of the
    // console.
    assetsInlineLimit: 0,
    target: 'es2022',
    // Bundlers cannot see that calls that build schemas have no side effects. With this, a page loads only
    // the contracts it reads.
    rolldownOptions: {
      treeshake: { moduleSideEffects: [{ test: /[\\/]libs[\\/]contracts[\\/]/, sideEffects: false }] },
      // A page consists of four scripts: its own and these. By default the bundler creates about sixty, and a
      // browser fetches six at a time.
      output: {
        codeSplitting: {
          groups: [
            { name: 'libraries', test: /[\\/]node_modules[\\/]/, tags: ['$initial'], priority: 3 },
            { name: 'app', tags: ['$initial'], priority: 2 },
            {
              name: SHARED_BY_PAGES,
              test: /^(?!.*[\\/](?:charts|difference|flags)[\\/])/,
              minShareCount: 3,
              priority: 1,
            },
          ],
        },
      },
    },
    manifest: true,
    chunkSizeWarningLimit: 800,
  },
});
