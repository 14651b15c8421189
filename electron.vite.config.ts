import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import { existsSync, readdirSync } from 'node:fs';
import { basename, extname, resolve } from 'node:path';
import type { Plugin } from 'vite';

// The oldest Electron that has to run the build: the runtime that stands in where the official one can't be had.
const NODE = 'node20.18';
const CHROMIUM = 'chrome130';

/** Every page is an entry: `src/renderer/viewer.html` becomes `out/renderer/viewer.html`. */
function pages(): Record<string, string> {
  const folder = 'src/renderer';
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.html')) : [];
  return Object.fromEntries(names.map((name) => [basename(name, extname(name)), resolve(folder, name)]));
}

/** The preload scripts, those of them that exist: one for each kind of window. */
function preloads(): Record<string, string> {
  const names = ['index', 'viewer'].filter((name) => existsSync(`src/preload/${name}.ts`));
  return Object.fromEntries(names.map((name) => [name, resolve(`src/preload/${name}.ts`)]));
}

/**
 * Writes what is not ASCII as `\uXXXX`: V8 keeps a script with a single Chinese character in it at two bytes for each,
 * which is twice the memory and more time to read. What it changes stands in texts and regular expressions alone.
 */
function asciiOnly(): Plugin {
  return {
    name: 'ascii-only',
    // After the minifier, which writes every character out.
    generateBundle: (_options, bundle) => {
      for (const file of Object.values(bundle)) {
        if (file.type === 'chunk') file.code = file.code.replaceAll(/[^\0-\x7F]/g, escaped);
      }
    },
  };
}

function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/**
 * Moves what Vite puts into the head of the page below its waiting mark: a style in the head is waited for before anything
 * is painted. `first.css`, which is the mark's own, stays.
 */
function markFirst(): Plugin {
  return {
    name: 'mark-first',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html) => {
        if (!html.includes('class="waiting-mark"')) return html;
        const tags: string[] = [];
        const rest = html.replaceAll(BUILT_TAG, (tag) => {
          tags.push(tag.trim());
          return '';
        });
        return rest.replace('</body>', `  ${tags.join('\n    ')}\n  </body>`);
      },
    },
  };
}

const BUILT_TAG = /\n\s*<(?:script type="module"|link rel="stylesheet") crossorigin [^>]*>(?:<\/script>)?/g;

export default defineConfig({
  main: {
    plugins: [asciiOnly()],
    build: {
      target: NODE,
      // `dependencies` stay outside the bundle, and node-sqlite3-wasm is the only one: its code looks for its .wasm
      // beside itself. All else is bundled: one file to read makes for a fast start.
      externalizeDeps: true,
      rolldownOptions: {
        input: { index: resolve('src/main/index.ts') },
        // A third less to read and to hold. Names stay: they are in the stack of an error that a user reports.
        output: { minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } } },
      },
    },
  },
  preload: {
    build: {
      target: NODE,
      // A sandboxed preload script can load no file of ours: each is one whole CommonJS file.
      externalizeDeps: false,
      isolatedEntries: true,
      rolldownOptions: { input: preloads(), output: { format: 'cjs', entryFileNames: '[name].cjs' } },
    },
  },
  renderer: {
    plugins: [react(), asciiOnly(), markFirst()],
    build: {
      target: CHROMIUM,
      // The page's CSP knows neither inline scripts nor data: for anything but pictures.
      modulePreload: false,
      // The page is read before the window can be shown: a third of the text is a third of the time.
      minify: true,
      assetsInlineLimit: 0,
      rolldownOptions: { input: pages() },
    },
  },
});
