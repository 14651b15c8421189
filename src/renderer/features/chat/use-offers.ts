import { useEffect, useMemo, useState } from 'react';
import type { GatehouseBridge } from '../../../shared/ipc/bridge.js';
import type { OfferedPrompt, OfferedResource } from '../../../shared/ipc/offer-schemas.js';
import type { ServerId } from '../../../shared/server.js';
import type { Told } from '../../../shared/told.js';
import { useApp, usePageStore } from '../../store/store-context.js';

interface OfferingServer {
  readonly serverId: ServerId;
  readonly serverName: string;
}

/** Something that a running server offers. */
export type Offer = OfferingServer &
  (
    | { readonly kind: 'prompt'; readonly prompt: OfferedPrompt }
    | { readonly kind: 'resource'; readonly resource: OfferedResource }
  );

export interface Offers {
  readonly offers: readonly Offer[];
  /** Servers that have not answered yet. */
  readonly waiting: number;
  readonly failed: readonly { readonly serverName: string; readonly error: Told }[];
}

interface Answers {
  readonly kind: Offer['kind'] | undefined;
  readonly byServer: Readonly<Record<string, readonly Offer[] | Told>>;
}

const NOTHING: Answers = { kind: undefined, byServer: {} };

/**
 * What the running servers offer, while it is wanted; each answers for itself, so that a slow one holds nobody up.
 * They are asked anew each time that it becomes wanted.
 */
export function useOffers(kind: Offer['kind'] | undefined): Offers {
  const { bridge } = usePageStore();
  const servers = useApp((app) => app.servers);
  const running = servers.filter((server) => server.status.kind === 'running');
  const key = JSON.stringify(running.map(({ id, name }) => [id, name]));
  const [answers, setAnswers] = useState(NOTHING);
  const asked = useMemo(
    () => running.map(({ id, name }): OfferingServer => ({ serverId: id, serverName: name })),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the key says all that matters of them
    [key],
  );
  useEffect(() => {
    if (kind === undefined) return undefined;
    let over = false;
    setAnswers({ kind, byServer: {} });
    for (const server of asked) {
      const settle = (found: readonly Offer[] | Told): void => {
        if (over) return;
        setAnswers((before) => ({ kind, byServer: { ...before.byServer, [server.serverId]: found } }));
      };
      askOne(kind, server, bridge).then(settle, (error: unknown) => settle({ code: 'lost', message: String(error) }));
    }
    return () => {
      over = true;
    };
  }, [kind, asked, bridge]);
  return useMemo(() => gathered(kind === answers.kind ? answers : NOTHING, asked), [answers, asked, kind]);
}

async function askOne(
  kind: Offer['kind'],
  server: OfferingServer,
  { commands }: GatehouseBridge,
): Promise<readonly Offer[] | Told> {
  const { serverId } = server;
  if (kind === 'prompt') {
    const answer = await commands['offers.prompts']({ serverId });
    return answer.ok ? answer.value.prompts.map((prompt) => ({ ...server, kind, prompt })) : answer.error;
  }
  const answer = await commands['offers.resources']({ serverId });
  return answer.ok ? answer.value.resources.map((resource) => ({ ...server, kind, resource })) : answer.error;
}

/** `Array.isArray` alone takes no read-only list for one. */
function isOffers(answer: readonly Offer[] | Told | undefined): answer is readonly Offer[] {
  return Array.isArray(answer);
}

function gathered({ byServer }: Answers, asked: readonly OfferingServer[]): Offers {
  const found = asked.map((server) => ({ server, answer: byServer[server.serverId] }));
  return {
    offers: found.flatMap(({ answer }) => (isOffers(answer) ? answer : [])),
    waiting: found.filter(({ answer }) => answer === undefined).length,
    failed: found.flatMap(({ server: { serverName }, answer }) =>
      answer === undefined || isOffers(answer) ? [] : [{ serverName, error: answer }],
    ),
  };
}
