import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createHash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { svelte, vitePreprocess } from '@sveltejs/vite-plugin-svelte';
import type { Plugin, Rollup } from 'vite';
import { defineConfig } from 'vitest/config';

const BUILT = '../src/croupier/serve/page';

/** Beside each built file the same by gzip and by Brotli, so that the server need not pack anything. Fonts and pictures are packed already. */
const IS_PACKED = /\.(?:gz|br|woff2|png)$/;
function packed(): Plugin {
  return {
    name: 'packed',
    apply: 'build',
    closeBundle() {
      for (const folder of [BUILT, join(BUILT, 'assets')]) {
        for (const file of readdirSync(folder, { withFileTypes: true })) {
          if (!file.isFile() || IS_PACKED.test(file.name)) continue;
          const path = join(folder, file.name);
          const plain = readFileSync(path);
          writeFileSync(`${path}.gz`, gzipSync(plain, { level: 9 }));
          writeFileSync(`${path}.br`, brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length } }));
        }
      }
    },
  };
}

/** What the lobby asks for first. Whoever opens the house's address waits for nothing that could have been on its way. */
const ASKED_BY_LOBBY = ['/api/v1/here', '/api/v1/tables', '/api/v1/tournaments'];

/** Documents of their own: what each begins with, and what it asks for. The server names what a table asks for: serve/routes/web.py. */
const AT_ONCE: Record<string, { modules: readonly string[]; asks: readonly string[] }> = {
  lobby: { modules: ['src/pages/Lobby.svelte'], asks: ASKED_BY_LOBBY },
  'table-roulette': { modules: ['src/pages/Table.svelte', 'src/games/roulette/Roulette.svelte'], asks: [] },
  'table-blackjack': { modules: ['src/pages/Table.svelte', 'src/games/blackjack/Blackjack.svelte'], asks: [] },
  'table-money-wheel': { modules: ['src/pages/Table.svelte', 'src/games/money_wheel/MoneyWheel.svelte'], asks: [] },
  'table-tai-sai': { modules: ['src/pages/Table.svelte', 'src/games/tai_sai/TaiSai.svelte'], asks: [] },
};

/** `lobby.html`, `table-roulette.html` and so on: the same page, with the parts that stand there asked for at once. */
function partsAtOnce(): Plugin {
  return {
    name: 'parts-at-once',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const document = bundle['index.html'];
      if (document?.type !== 'asset') throw new Error('index.html was not built');
      const text = String(document.source);
      for (const [name, { modules, asks }] of Object.entries(AT_ONCE)) {
        const parts = [...new Set(modules.flatMap((each) => partsOf(each, bundle)))].filter((each) => !text.includes(each));
        const links = [
          ...parts.filter((each) => each.endsWith('.css')).map((each) => `<link rel="stylesheet" crossorigin href="/${each}">`),
          ...parts.filter((each) => each.endsWith('.js')).map((each) => `<link rel="modulepreload" crossorigin href="/${each}">`),
          ...asks.map((each) => `<link rel="preload" as="fetch" crossorigin="anonymous" href="${each}">`),
        ];
        this.emitFile({ type: 'asset', fileName: `${name}.html`, source: text.replace('</head>', `${links.join('\n')}\n</head>`) });
      }
    },
  };
}

/** Pages of players, and what of the staff's they never load: words and parts of consoles. */
const OF_PLAYERS = ['Lobby', 'Table', 'Tournaments', 'Tournament', 'History', 'Odds', 'Practice', 'Rulebook', 'Me', 'About'];
const OF_STAFF = /\/src\/(?:consoles\/|words\/(?:staff|dealing|directing|inspecting|operating)\.ts$)/;

/** The build fails where a player's first load would carry what only the consoles need. */
function playersLoadNoStaff(): Plugin {
  return {
    name: 'players-load-no-staff',
    apply: 'build',
    generateBundle(_options, bundle) {
      for (const page of OF_PLAYERS) {
        const modules = partsOf(`src/pages/${page}.svelte`, bundle).flatMap((name) => {
          const part = bundle[name];
          return part?.type === 'chunk' ? part.moduleIds : [];
        });
        const found = modules.filter((each) => OF_STAFF.test(each));
        if (found.length > 0) throw new Error(`${page} would load ${found.join(', ')}`);
      }
    },
  };
}

/** The service worker: it names what a player's page is made of, and its version changes with any of it. */
function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const ofStaff = (name: string) => {
        const part = bundle[name];
        return part?.type === 'chunk' && part.moduleIds.some((each) => OF_STAFF.test(each) || /\/(?:pages|school)\/Console/.test(each));
      };
      const left = new Set(Object.keys(bundle).filter(ofStaff).flatMap((name) => [name, ...(bundle[name]?.type === 'chunk' ? (bundle[name].viteMetadata?.importedCss ?? []) : [])]));
      const files = Object.keys(bundle).filter((name) => name.startsWith('assets/') && !left.has(name)).sort().map((name) => `/${name}`);
      const version = createHash('sha256').update(files.join()).digest('hex').slice(0, 16);
      const source = readFileSync('src/offline/worker.js', 'utf-8').replace("'__VERSION__'", JSON.stringify(version)).replace("'__FILES__'", JSON.stringify(files));
      this.emitFile({ type: 'asset', fileName: 'service-worker.js', source });
    },
  };
}

/** The files of a module's chunk and of all that it imports at once. */
function partsOf(module: string, bundle: Rollup.OutputBundle): string[] {
  const chunks = Object.values(bundle).filter((each) => each.type === 'chunk');
  const first = chunks.find((each) => each.facadeModuleId?.endsWith(module));
  if (!first) throw new Error(`${module} has no chunk of its own`);
  const found = new Set<string>();
  const wanted = [first.fileName];
  for (let name = wanted.pop(); name !== undefined; name = wanted.pop()) {
    const chunk = bundle[name];
    if (found.has(name) || chunk?.type !== 'chunk') continue;
    found.add(name);
    chunk.viteMetadata?.importedCss.forEach((each) => found.add(each));
    wanted.push(...chunk.imports);
  }
  return [...found];
}

/**
 * What is needed together is one file: on a slow line each file costs a round trip, and a browser asks for six at a time.
 * Pieces are what the lobby's pictures share with the tables.
 */
const PIECES = /\/src\/(?:screen\.svelte|table\/(?:Chip|Countdown|Ring|chips)|games\/cards\/)/;
const OF_TABLES = /\/src\/(?:games\/index|table\/(?:TableStage|BetControls|StackChip|Outcome|open|targets\.svelte|positions))/;
const OF_TAI_SAI = /\/src\/games\/tai_sai\/(?:Layout|Faces|Dice|Die|Tumbler|Road|show|cloth|names|road)/;
const OF_ROULETTE = /\/src\/games\/roulette\/(?:Cloth|Wheel|LastNumbers|Figures|Magnifier|show|cloth|names)/;
const OF_LAYOUTS = /\/src\/games\/layout\/(?:LastResults|Areas|clear|seen|ByName|show|ResultLine)/;

/** Tests that leave something behind in their document or its clock: each of these files has one to itself. */
const ALONE = ['src/api/stream.test.ts'];

export default defineConfig({
  plugins: [svelte({ configFile: false, preprocess: vitePreprocess() }), partsAtOnce(), playersLoadNoStaff(), serviceWorker(), packed()],
  build: {
    outDir: BUILT,
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'page', tags: ['$initial'], priority: 4 },
            { name: 'pieces', test: PIECES, priority: 3 },
            { name: 'table', test: OF_TABLES, priority: 2 },
            { name: 'layouts', test: OF_LAYOUTS, priority: 1 },
            { name: 'roulette', test: OF_ROULETTE, priority: 1 },
            { name: 'tai-sai', test: OF_TAI_SAI, priority: 1 },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': { target: 'http://127.0.0.1:8421', ws: true, changeOrigin: true } } },
  resolve: process.env.VITEST ? { conditions: ['browser'] } : {},
  test: {
    environment: 'happy-dom',
    projects: [
      // A document for each file would cost four times as much as the tests. Those that need their own are named.
      { extends: true, test: { name: 'together', isolate: false, include: ['src/**/*.test.ts'], exclude: ALONE } },
      { extends: true, test: { name: 'alone', include: ALONE } },
    ],
  },
});
