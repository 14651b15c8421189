/*
 * Windows has neither process groups nor a shell that could watch over the host. What is covered: the program is started
 * without a shell (a batch file through cmd, its arguments escaped), and `taskkill /T /F` ends it with all its
 * descendants. What is not: there is no gentle signal between the end of stdin and the kill; a descendant whose parent has
 * ended before is not found; and when the host is killed, Windows ends the program itself (libuv puts it in a job that
 * closes with the host) but not what the program started.
 */

/** The program that ends a process with its descendants. */
export function taskkill(pid: number): { readonly file: string; readonly args: readonly string[] } {
  return { file: 'taskkill', args: ['/pid', String(pid), '/T', '/F'] };
}
