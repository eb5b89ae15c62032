import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressFiles, preloadChunk } from './vite-plugins.ts';

const SERVER_URL = 'http://127.0.0.1:3001';
/** What several pages share and the sign-in does without. */
const SHARED_BY_PAGES = 'pages';

// `npm run dev` for the app alone: the console's server runs beside it and keeps the session.
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), preloadChunk(SHARED_BY_PAGES), compressFiles()],
  resolve: { conditions: ['source', 'module', 'browser', 'development|production'] },
  server: { proxy: { '/admin': SERVER_URL, '/health': SERVER_URL } },
  build: {
    outDir: '../../../dist/apps/admin/web',
    emptyOutDir: true,
    // Nothing is inlined as a data URL: the content security policy allows fonts and pictures from the console only.
    assetsInlineLimit: 0,
    target: 'es2022',
    // A schema is made by calls that a bundler cannot see through; none of them does anything else. A page then loads the
    // contracts that it reads, and the first load none of the others'.
    rolldownOptions: {
      treeshake: { moduleSideEffects: [{ test: /[\\/]libs[\\/]contracts[\\/]/, sideEffects: false }] },
      // A page is four scripts: its own and these. Left to itself the bundler makes some sixty, of which a browser fetches six
      // at a time.
      output: {
        codeSplitting: {
          groups: [
            { name: 'libraries', test: /[\\/]node_modules[\\/]/, tags: ['$initial'], priority: 3 },
            { name: 'app', tags: ['$initial'], priority: 2 },
            { name: SHARED_BY_PAGES, minShareCount: 3, priority: 1 },
          ],
        },
      },
    },
    manifest: true,
    chunkSizeWarningLimit: 800,
  },
});
