import { askAll } from './ask-all.js';
import { connectExit } from './connect-all.js';
import { EXIT } from './exit-codes.js';
import type { House } from './house.js';
import type { Work } from './invocation.js';
import { contentsText } from './result-text.js';
import type { Terminal } from './terminal.js';
import { oneLine } from './table.js';

type ResourcesWork = Extract<Work, { readonly command: 'resources' }>;

export interface OfferParts {
  readonly house: House;
  readonly terminal: Terminal;
  readonly stop: AbortSignal;
}

/** `gatehouse resources [server] [uri]`: what servers have to read, or one of it. */
export function resourcesCommand(work: ResourcesWork, parts: OfferParts): Promise<number> {
  const { server, uri } = work;
  return server !== undefined && uri !== undefined ? readOne(server, uri, parts) : list(server, parts);
}

async function readOne(name: string, uri: string, { house, terminal, stop }: OfferParts): Promise<number> {
  const server = await house.connect(await house.server(name));
  const contents = await house.host.offers.readResource(server.id, uri, stop);
  if (terminal.json) {
    terminal.document({ server: server.name, uri, contents });
    return EXIT.ok;
  }
  terminal.result(contents.map(contentsText).join('\n'));
  terminal.endLine();
  if (contents.length === 0) terminal.note('It is empty.');
  return EXIT.ok;
}

async function list(name: string | undefined, { house, terminal, stop }: OfferParts): Promise<number> {
  const { offered, failed } = await askAll(house, name, (id) => house.host.offers.resources(id, stop));
  const rejected = offered.flatMap(({ server, rejected: entries }) => entries.map((entry) => ({ server, ...entry })));
  if (terminal.json) {
    const resources = offered.flatMap((of) => of.resources.map((resource) => ({ server: of.server, ...resource })));
    const templates = offered.flatMap((of) => of.templates.map((template) => ({ server: of.server, ...template })));
    terminal.document({ resources, templates, hidden: rejected, failed });
    return connectExit(failed);
  }
  const rows = offered.flatMap((of) => [
    ...of.resources.map((resource) => row(of.server, resource.uri, 'resource', resource)),
    ...of.templates.map((template) => row(of.server, template.uriTemplate, 'template', template)),
  ]);
  if (rows.length > 0) terminal.table(['SERVER', 'URI', 'KIND', 'TYPE', 'NAME', 'DESCRIPTION'], rows);
  else terminal.note('No resources.');
  for (const { server, reason } of rejected) terminal.note(`hidden: ${server}: ${reason}`, 'yellow');
  for (const { server, message } of failed) terminal.note(`${server}: ${message}`, 'red');
  return connectExit(failed);
}

function row(
  server: string,
  uri: string,
  kind: string,
  {
    name,
    mimeType,
    description,
  }: { readonly name: string; readonly mimeType?: unknown; readonly description?: unknown },
): readonly string[] {
  return [server, uri, kind, textOf(mimeType), name, oneLine(textOf(description))];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
