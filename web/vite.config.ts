import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { svelte, vitePreprocess } from '@sveltejs/vite-plugin-svelte';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

const BUILT = '../src/croupier/serve/page';

/** Beside each built file the same by gzip, so that the server need not pack anything. */
function packed(): Plugin {
  return {
    name: 'packed',
    apply: 'build',
    closeBundle() {
      for (const folder of [BUILT, join(BUILT, 'assets')]) {
        for (const file of readdirSync(folder, { withFileTypes: true })) {
          if (!file.isFile() || file.name.endsWith('.gz')) continue;
          const path = join(folder, file.name);
          writeFileSync(`${path}.gz`, gzipSync(readFileSync(path), { level: 9 }));
        }
      }
    },
  };
}

export default defineConfig({
  plugins: [svelte({ configFile: false, preprocess: vitePreprocess() }), packed()],
  build: {
    outDir: BUILT,
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { '/api': { target: 'http://127.0.0.1:8421', ws: true, changeOrigin: true } } },
  resolve: process.env.VITEST ? { conditions: ['browser'] } : {},
  test: { environment: 'happy-dom', include: ['src/**/*.test.ts'] },
});
