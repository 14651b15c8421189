import { ToolError, ToolRegistry } from '../kit/tool-registry.js';
import { searchPages } from './page-search.js';
import type { Page } from './page-search.js';

/** Where the pages come from; asked at each search, so that an edited page is found at once. */
export type PageSource = () => readonly Page[] | Promise<readonly Page[]>;

/** The tools of `docs`, over any wire. `version` is that of Gatehouse, where it is known. */
export function docsTools(pages: PageSource, version: string | undefined): ToolRegistry {
  return new ToolRegistry('docs')
    .register({
      name: 'search',
      title: 'Search the pages',
      description:
        'Searches the pages about Gatehouse and returns up to five passages, each with its page and line. 搜索 Gatehouse 的文档。',
      parameters: { query: 'Words to look for, in English or Chinese.' },
      annotations: { readOnlyHint: true, openWorldHint: false },
      run: async ({ query }) => {
        if (query.trim() === '') throw new ToolError('The argument "query" is empty: give at least one word.');
        const hits = searchPages(await pages(), query);
        if (hits.length === 0) return `No page mentions "${query}".`;
        return hits
          .map(({ title, file, line, passage }) => `${title} (${file}, line ${line})\n${passage}`)
          .join('\n\n');
      },
    })
    .register({
      name: 'get_version',
      title: 'Version of Gatehouse',
      description: 'Says which version of Gatehouse this is. 查看 Gatehouse 的版本。',
      parameters: {},
      annotations: { readOnlyHint: true, openWorldHint: false },
      run: () =>
        version === undefined ? 'The version of Gatehouse is unknown to this server.' : `Gatehouse ${version}`,
    });
}
