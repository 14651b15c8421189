// @ts-nocheck Electron gives its own default app functions that it documents nowhere.

/*
 * What the fallback runtime does with `electron <path>`: it becomes the app at that path. The official runtime brings
 * its own such program; the fallback comes without one. Only what `electron .` and a test driver need is here.
 *
 * The app is awaited at the top level. Electron holds back `ready` until this file is done, so an app that is itself
 * an ES module still has the time before `ready` in which, for one, its schemes have to be registered.
 */
import { app } from 'electron';
import { readFileSync, statSync } from 'node:fs';
import Module from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** Takes the command line apart: `-r <module>` to load first, then the path of the app; switches are Chromium's. */
function readCommandLine(args) {
  const preload = [];
  for (let i = 0; i < args.length; i += 1) {
    if (args[i] === '-r' || args[i] === '--require') preload.push(args[(i += 1)]);
    else if (!args[i].startsWith('-')) return { preload, target: args[i] };
  }
  return { preload, target: undefined };
}

/** Makes the app know its own name, version and folder, as if it had been started by itself. */
function become(target) {
  const full = path.resolve(target);
  if (!statSync(full).isDirectory()) return full;
  const about = JSON.parse(readFileSync(path.join(full, 'package.json'), 'utf8'));
  if (about.version) app.setVersion(about.version);
  app.setName(about.productName ?? about.name);
  app.setAppPath(full);
  return path.join(full, about.main ?? 'index.js');
}

const { preload, target } = readCommandLine(process.argv.slice(1));
// oxlint-disable-next-line no-underscore-dangle -- Node's own name for what `-r` does
if (preload.length > 0) Module._preloadModules(preload);
try {
  if (target === undefined) throw new Error('usage: electron <path to an app>');
  process.defaultApp = true;
  await import(pathToFileURL(become(target)).href);
} catch (error) {
  console.error(error);
  app.exit(1);
}
