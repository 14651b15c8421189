import type { CodeMark, MarkKind } from './code-mark.js';

/**
 * Colours pieces of a text through the browser's own highlights: the text stays one node, so that it is copied, searched
 * and read aloud as it stands, and nothing of it can become markup.
 */
export function highlightBrush(text: Text, marks: readonly CodeMark[]): () => void {
  const made: (readonly [Highlight, AbstractRange])[] = [];
  for (const { from, to, kind } of marks) {
    if (to > text.length) continue;
    const range = new StaticRange({ startContainer: text, startOffset: from, endContainer: text, endOffset: to });
    const highlight = highlightOf(kind);
    highlight.add(range);
    made.push([highlight, range]);
  }
  return () => {
    for (const [highlight, range] of made) highlight.delete(range);
  };
}

/** Its colours stand in `ui/code-highlights.css`. */
function highlightOf(kind: MarkKind): Highlight {
  const name = `code-${kind}`;
  const known = CSS.highlights.get(name);
  if (known !== undefined) return known;
  const made = new Highlight();
  CSS.highlights.set(name, made);
  return made;
}
