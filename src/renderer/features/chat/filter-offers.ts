import type { Offer } from './use-offers.js';

/** What names an offer in the composer: `server:prompt`, `server:uri`. */
export function offerName(offer: Offer): string {
  return `${offer.serverName}:${offer.kind === 'prompt' ? offer.prompt.name : offer.resource.uri}`;
}

/** What people read beside it. */
export function offerTitle(offer: Offer): string {
  if (offer.kind === 'prompt') return offer.prompt.title ?? offer.prompt.description ?? '';
  const { name, title, description } = offer.resource;
  const label = title ?? name;
  return description === undefined ? label : `${label} · ${description}`;
}

/** Those that hold the query in their name or title, whatever its case; those whose name begins with it first. */
export function filterOffers(offers: readonly Offer[], query: string): readonly Offer[] {
  const wanted = query.toLowerCase();
  const scored = offers.flatMap((offer) => {
    const name = offerName(offer).toLowerCase();
    const own = name.slice(offer.serverName.length + 1);
    if (name.startsWith(wanted) || own.startsWith(wanted)) return [{ offer, score: 0 }];
    if (name.includes(wanted)) return [{ offer, score: 1 }];
    return offerTitle(offer).toLowerCase().includes(wanted) ? [{ offer, score: 2 }] : [];
  });
  return scored.toSorted((left, right) => left.score - right.score).map(({ offer }) => offer);
}
