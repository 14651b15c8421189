import { describe, expect, it } from 'vitest';
import { GatehouseError } from '../errors.js';
import { AskingRequests } from './asking-requests.js';

const METHOD = 'sampling/createMessage';

/** A request of ours that ends when the test says so. */
function begin(asking: AskingRequests, signal?: AbortSignal) {
  const told: string[] = [];
  let settle: { resolve: () => void; reject: (error: Error) => void } | undefined;
  const request = new Promise<void>((resolve, reject) => {
    settle = { resolve, reject };
  });
  const done = asking
    .during(
      () => request,
      (method) => told.push(method),
      signal,
    )
    .catch(() => undefined);
  const end = async (code?: string): Promise<void> => {
    if (code === undefined) settle?.resolve();
    else settle?.reject(new GatehouseError(code, code));
    await done;
  };
  return { told, end };
}

/** A question that nobody answers; its signal. */
function ask(asking: AskingRequests): AbortSignal {
  let signal: AbortSignal | undefined;
  // It never settles: the test looks at the signal alone.
  void asking.answering(METHOD, (withdrawn) => {
    signal = withdrawn;
    return new Promise(() => undefined);
  });
  if (signal === undefined) throw new Error('it was not asked');
  return signal;
}

describe('a question of a server that does not say to which request it belongs', () => {
  it.each(['cancelled', 'timeout'])('is withdrawn with the only request that was open (%s)', async (code) => {
    const asking = new AskingRequests();
    const call = begin(asking);
    const question = ask(asking);
    await call.end(code);
    expect(question.aborted).toBe(true);
    expect(call.told).toEqual([METHOD]);
  });

  it.each([undefined, 'connection-closed'])('stays where that request ended by itself (%s)', async (code) => {
    const asking = new AskingRequests();
    const call = begin(asking);
    const question = ask(asking);
    await call.end(code);
    expect(question.aborted).toBe(false);
    expect(call.told).toEqual([]);
  });

  it('is withdrawn by the last of several, and stays where one of them ended by itself', async () => {
    const asking = new AskingRequests();
    const [one, two, three] = [begin(asking), begin(asking), begin(asking)];
    const ofThree = ask(asking);
    await three.end();
    const ofTwo = ask(asking);
    await one.end('cancelled');
    expect(ofTwo.aborted).toBe(false);
    await two.end('cancelled');
    expect([ofThree.aborted, ofTwo.aborted]).toEqual([false, true]);
    expect([one.told, two.told]).toEqual([[], [METHOD]]);
  });

  it('is not touched by a request that began after it, nor where none was open', async () => {
    const asking = new AskingRequests();
    const free = ask(asking);
    const call = begin(asking);
    await call.end('cancelled');
    expect(free.aborted).toBe(false);
  });

  it('goes at once by the signal, however long the request takes to end', () => {
    const asking = new AskingRequests();
    const abort = new AbortController();
    begin(asking, abort.signal);
    const question = ask(asking);
    abort.abort();
    expect(question.aborted).toBe(true);
  });

  it('is forgotten when it was answered', async () => {
    const asking = new AskingRequests();
    const call = begin(asking);
    expect(await asking.answering(METHOD, () => Promise.resolve('yes'))).toBe('yes');
    await call.end('cancelled');
    expect(call.told).toEqual([]);
  });
});
