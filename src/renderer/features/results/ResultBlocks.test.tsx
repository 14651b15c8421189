import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { branded } from '../../../shared/brand.js';
import type { ToolResult } from '../../../shared/tool.js';
import { pageKit } from '../../store/page.test-kit.js';
import { StoreProvider } from '../../store/store-context.js';
import { ResultBlocks } from './ResultBlocks.js';
import { ResultPlaceContext } from './result-place.js';

function shown(part: Partial<ToolResult>): string {
  return renderToStaticMarkup(
    <StoreProvider store={pageKit().store}>
      <ResultPlaceContext value={{ conversationId: branded('c'), callId: branded('k') }}>
        <ResultBlocks result={{ content: [], isError: false, ...part }} />
      </ResultPlaceContext>
    </StoreProvider>,
  );
}

describe('a result', () => {
  it('shows structured content once, where the text says the same', () => {
    const html = shown({ content: [{ type: 'text', text: '{"city":"Ulm"}' }], structuredContent: { city: 'Ulm' } });
    expect(html.match(/Ulm/gu)).toHaveLength(1);
    expect(html).toContain('The text says the same');
  });

  it('shows both where they say different things', () => {
    const html = shown({ content: [{ type: 'text', text: 'It rains.' }], structuredContent: { city: 'Ulm' } });
    expect(html).toContain('It rains.');
    expect(html).toContain('Ulm');
  });

  it('is a table of fifty rows at first where it is tabular', () => {
    const html = shown({
      structuredContent: { rows: Array.from({ length: 70 }, (_, n) => ({ n, name: `row-${n}` })) },
    });
    expect(html).toContain('row-49');
    expect(html).not.toContain('row-50');
    expect(html).toContain('50 of 70 rows shown');
  });

  it('draws only what is unfolded of a tree', () => {
    const html = shown({
      structuredContent: { deep: { a: { inside: 'x' } }, list: Array.from({ length: 500 }, () => 1) },
    });
    expect(html).toContain('deep');
    expect(html).toContain('500 items');
    expect(html).not.toContain('inside');
  });

  it.each(['file:///etc/passwd', 'javascript:alert(1)', 'smb://host/share', 'http://a.example', 'mailto:a@b'])(
    'offers to open no %s',
    (uri) => {
      const html = shown({ content: [{ type: 'resource_link', uri, name: 'notes' }] });
      expect(html).toContain(uri);
      expect(html).not.toContain('Open…');
      expect(html).not.toContain('href');
    },
  );

  it('offers to open an https link, which asks', () => {
    expect(shown({ content: [{ type: 'resource_link', uri: 'https://a.example/', name: 'a' }] })).toContain('Open…');
  });

  it('shows what hides in names, keys, cells and addresses', () => {
    const bad = 'a\u202Eb';
    const html = shown({
      content: [
        { type: 'text', text: bad },
        { type: 'resource_link', uri: `https://${bad}`, name: bad, description: bad },
        { type: 'resource', resource: { uri: `file:///${bad}`, text: bad, mimeType: bad } },
        { type: 'image', data: '', mimeType: bad },
        { type: 'text', text: JSON.stringify([{ [bad]: bad }]) },
        { type: 'unknown', block: { [bad]: bad } },
      ],
    });
    expect(html).not.toContain('\u202E');
    expect(html).toContain('a\\u{202E}b');
  });

  it('makes no markup of what a server sends', () => {
    const html = shown({
      content: [
        { type: 'text', text: '# <img src=x onerror=alert(1)>\n\n- **<script>alert(1)</script>**' },
        { type: 'resource', resource: { uri: 'x', text: '<iframe src="https://a">', mimeType: 'text/html' } },
        { type: 'image', data: 'PHN2Zz4=', mimeType: 'image/svg+xml' },
      ],
    });
    expect(html).not.toMatch(/<(?:img|script|iframe|object|embed)/u);
  });
});
