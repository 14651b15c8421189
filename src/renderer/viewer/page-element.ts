/** The element of this page with that id, of that kind. Throws where the page has none: it is the page's own fault. */
export function pageElement<T extends HTMLElement>(id: string, kind: new () => T): T {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`the page has no ${id}`);
  return found;
}
