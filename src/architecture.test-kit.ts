import { posix } from 'node:path';
import { type ParsedSource, type SourceFile, type SourceImport, parseSource } from './source-imports.test-kit.js';

/*
 * The plan of the house as data: who may import whom, and what else a file must be. `architecture.test.ts` holds every
 * file against it. `.oxlintrc.json` says the coarse half of it again, so that an editor shows it while one types.
 */

type Region = 'shared' | 'core' | 'preload' | 'main' | 'cli' | 'renderer' | 'servers';

interface RegionRule {
  /** Regions of ours that it may import, beside itself. */
  readonly regions: readonly Region[];
  /** Packages, with all that lies inside them. `node:` stands for Node's own modules. */
  readonly packages: readonly string[];
}

const REGIONS: Readonly<Record<Region, RegionRule>> = {
  shared: { regions: [], packages: ['json-schema-to-ts'] },
  core: {
    regions: ['shared'],
    packages: [
      'node:',
      '@anthropic-ai/sdk',
      '@jsquash/webp',
      'ajv',
      'ajv-formats',
      'cross-spawn',
      'eventsource-parser',
      'jimp',
      'node-sqlite3-wasm',
      'oauth4webapi',
      'pngjs',
      'undici',
      'ws',
    ],
  },
  preload: { regions: ['shared'], packages: ['electron'] },
  main: { regions: ['core', 'shared'], packages: ['node:', 'electron', 'electron-store'] },
  cli: { regions: ['core', 'shared'], packages: ['node:'] },
  renderer: {
    regions: ['shared'],
    // ajv is not among them: it compiles with `new Function`, which the page's CSP forbids.
    packages: [
      'react',
      'react-dom',
      '@base-ui/react',
      'd3-scale',
      'd3-shape',
      'lucide-react',
      'react-markdown',
      'remark-gfm',
      'shiki',
      'zustand',
    ],
  },
  // Foreign programs that happen to live here: no SDK, nothing of the house.
  servers: { regions: [], packages: ['node:'] },
};

/** The ladder inside core, top rung first. A file imports its own room and the rungs below, never one beside it. */
const LADDER: readonly (readonly string[])[] = [
  ['host'],
  ['agent'],
  ['approval', 'audit', 'hooks', 'model', 'policy', 'servers'],
  ['conversation', 'tools'],
  ['mcp'],
  ['http', 'jsonrpc', 'process'],
  ['images', 'schema', 'secrets'],
  ['.'], // errors.ts and the like, right in core/
];

/** Modules, or single names out of one, that have one home each. A path that ends in `/` is a whole folder. */
const HOMES: readonly {
  readonly module: string;
  readonly name?: string;
  readonly home: string;
  readonly within?: string;
}[] = [
  { module: 'node:child_process', home: 'src/core/process/', within: 'src/' },
  { module: '@anthropic-ai/sdk', home: 'src/core/model/anthropic.ts', within: 'src/' },
  { module: 'undici', home: 'src/core/http/', within: 'src/' },
  { module: 'oauth4webapi', home: 'src/core/mcp/auth/', within: 'src/' },
  { module: 'eventsource-parser', home: 'src/core/mcp/transports/sse-reader.ts', within: 'src/' },
  { module: 'jimp', home: 'src/core/images/image-worker.ts', within: 'src/' },
  { module: 'pngjs', home: 'src/core/images/read-png.ts', within: 'src/' },
  { module: '@jsquash/webp', home: 'src/core/images/read-webp.ts', within: 'src/' },
  { module: 'ws', home: 'src/core/mcp/transports/websocket.ts', within: 'src/' },
  { module: 'd3-scale', home: 'src/renderer/features/' },
  { module: 'shiki', home: 'src/renderer/features/code/' },
  { module: 'electron', name: 'ipcMain', home: 'src/main/ipc-binder.ts' },
  { module: 'electron', name: 'dialog', home: 'src/main/native-dialogs.ts' },
  { module: 'electron', name: 'shell', home: 'src/main/external-links.ts' },
  { module: 'electron', name: 'ipcRenderer', home: 'src/preload/' },
];

/** Where a program or a page starts; nowhere else is a file named `index`. */
const ENTRIES = /^(?:src\/(?:main|preload|cli)\/index\.ts|src\/renderer\/index\.tsx|servers\/[^/]+\/index\.ts)$/u;
const NAMELESS = /(?:^|-)(?:utils?|helpers?|common|misc)$/u;
const KEBAB = /^[a-z0-9]+(?:-[a-z0-9]+)*$/u;
const PASCAL = /^[A-Z][A-Za-z0-9]*$/u;
const LANGUAGE = /^[a-z]{2}-[A-Z]{2}(?:-[a-z0-9]+)*$/u;
const ASSET = /\.(?:css|svg|png|json|md|woff2)(?:\?\w+)?$/u;

const MAX_LINES = 300;
const MAX_TEST_LINES = 500;

/** Holds files against the plan. Gives one sentence for each breach, with the path in front. */
export function findBreaches(files: readonly SourceFile[]): readonly string[] {
  return files.flatMap((file) => {
    const parsed = parseSource(file);
    return [...shapeBreaches(file, parsed), ...parsed.imports.flatMap((found) => importBreaches(file.path, found))].map(
      (sentence) => `${file.path}: ${sentence}`,
    );
  });
}

/** Tests and what only tests use. */
function isTest(path: string): boolean {
  return /\.(?:test|test-kit)\.tsx?$/u.test(path);
}

function shapeBreaches({ path, text }: SourceFile, parsed: ParsedSource): readonly string[] {
  const breaches: string[] = [];
  const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
  const cap = isTest(path) ? MAX_TEST_LINES : MAX_LINES;
  if (lines > cap) breaches.push(`it has ${lines} lines, ${cap} is the most: it holds more than one noun`);
  const [stem = ''] = posix.basename(path).split('.');
  if (stem === 'index' && !ENTRIES.test(path)) breaches.push('only an entry is named index');
  if (parsed.onlyReExports || parsed.imports.some(({ kind, names }) => kind === 'export' && names.includes('*'))) {
    breaches.push('a barrel: importers name the file that holds what they want');
  }
  const nameless = [...posix.dirname(path).split('/'), stem].find((part) => NAMELESS.test(part.toLowerCase()));
  if (nameless !== undefined) breaches.push(`“${nameless}” names no noun`);
  if (!KEBAB.test(stem) && !LANGUAGE.test(stem) && !(path.endsWith('.tsx') && PASCAL.test(stem))) {
    breaches.push('files are named in kebab-case, components in PascalCase');
  }
  if (path.startsWith('src/main/') && !isTest(path) && parsed.awaitsAtTopLevel) {
    breaches.push(
      'it awaits at the top level: Electron is not ready before main is loaded, so waiting for it there never ends',
    );
  }
  return breaches;
}

function importBreaches(path: string, found: SourceImport): readonly string[] {
  const { specifier } = found;
  if (!specifier.startsWith('.')) return packageBreaches(path, found);
  const target = posix.join(posix.dirname(path), specifier);
  const breaches: string[] = [];
  if (!specifier.endsWith('.js') && !ASSET.test(specifier)) breaches.push(`${specifier} does not end in .js`);
  const from = regionOf(path);
  const to = regionOf(target);
  if (from !== undefined && to !== from) {
    if (to === undefined ? !isTest(path) : !REGIONS[from].regions.includes(to)) {
      breaches.push(`${from} must not import ${to ?? target}`);
    }
  }
  if (from === 'core' && to === 'core') breaches.push(...ladderBreaches(path, target));
  if (from === 'servers' && to === 'servers') breaches.push(...serverBreaches(path, target));
  if (target.startsWith('src/core/testing/') && !isTest(path) && roomOf(path) !== 'testing') {
    breaches.push('only tests import testing');
  }
  if (/\.test(?:-kit)?\.js$/u.test(target) && !isTest(path)) breaches.push(`${specifier} is there for tests only`);
  return breaches;
}

function packageBreaches(path: string, { specifier, names }: SourceImport): readonly string[] {
  const breaches: string[] = [];
  if (isTest(path)) return breaches;
  const region = regionOf(path);
  if (region !== undefined && !REGIONS[region].packages.some((allowed) => belongsTo(specifier, allowed))) {
    breaches.push(`${region} must not import ${specifier}`);
  }
  for (const { module, name, home, within = '' } of HOMES) {
    if (!belongsTo(specifier, module) || !path.startsWith(within)) continue;
    if (home.endsWith('/') ? path.startsWith(home) : path === home) continue;
    if (name === undefined || names.includes(name)) breaches.push(`${name ?? module} has one home: ${home}`);
  }
  if (specifier === 'electron' && names.some((name) => name === '*' || name === 'default')) {
    breaches.push('electron is imported by name, so that it can be seen which of its parts a file uses');
  }
  return breaches;
}

function belongsTo(specifier: string, module: string): boolean {
  if (module === 'node:') return specifier.startsWith('node:');
  return specifier === module || specifier.startsWith(`${module}/`);
}

function ladderBreaches(path: string, target: string): readonly string[] {
  const from = roomOf(path);
  const to = roomOf(target);
  // A fake may stand in for any rung, and a test may set up what it needs.
  if (from === to || from === 'testing' || to === 'testing' || isTest(path)) return [];
  const [fromRung, toRung] = [rungOf(from), rungOf(to)];
  if (fromRung < 0) return [`core/${from} is on no rung of the ladder`];
  if (toRung < 0) return [`core/${to} is on no rung of the ladder`];
  return toRung > fromRung ? [] : [`core/${from} must not import core/${to}, which is no rung below it`];
}

function rungOf(room: string): number {
  return LADDER.findIndex((rooms) => rooms.includes(room));
}

/** The folder inside core that a path lies in; `.` for a file right in core. */
function roomOf(path: string): string {
  const inner = path.replace(/^src\/core\//u, '');
  return inner.includes('/') ? (inner.split('/')[0] ?? '.') : '.';
}

function serverBreaches(path: string, target: string): readonly string[] {
  const [, from = ''] = path.split('/');
  const [, to = ''] = target.split('/');
  return to === from || to === 'kit' ? [] : [`the server ${from} must not import ${to}: each is a program of its own`];
}

function isRegion(key: string | undefined): key is Region {
  return key !== undefined && Object.hasOwn(REGIONS, key);
}

function regionOf(path: string): Region | undefined {
  const [top, second] = path.split('/');
  const name = top === 'src' ? second : top;
  return isRegion(name) ? name : undefined;
}
