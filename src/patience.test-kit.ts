/** How long `vi.waitFor` may wait: for what hangs, never a verdict on speed. By itself it gives up after one second. */
export const PATIENCE = { timeout: 30_000 } as const;
