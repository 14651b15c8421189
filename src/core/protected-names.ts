/*
 * Names in a folder of the user's that are more than content: what is written there runs by itself later, outside every
 * question that Gatehouse asks; or it holds keys.
 */

/** Shells, editors, version control, the desktop and other assistants run what stands in these. */
export const SELF_STARTING: readonly string[] = [
  '.git',
  '.vscode',
  '.idea',
  '.cursor/mcp.json',
  '.claude/settings.json',
  '.claude/settings.local.json',
  '.claude/hooks',
  '.mcp.json',
  '.bashrc',
  '.bash_profile',
  '.bash_login',
  '.bash_logout',
  '.bash_aliases',
  '.profile',
  '.zshrc',
  '.zshenv',
  '.zprofile',
  '.zlogin',
  '.zlogout',
  '.kshrc',
  '.cshrc',
  '.tcshrc',
  '.login',
  '.xinitrc',
  '.xprofile',
  '.xsession',
  '.xsessionrc',
  '.pam_environment',
  '.gitconfig',
  '.config/fish',
  '.config/autostart',
  '.config/systemd',
  '.config/environment.d',
  '.config/git',
  'library/launchagents',
];

/** Keys and tokens. */
export const KEY_PLACES: readonly string[] = [
  '.ssh',
  '.gnupg',
  '.aws',
  '.azure',
  '.kube',
  '.netrc',
  '.pgpass',
  '.git-credentials',
  '.password-store',
  '.docker/config.json',
  '.config/gcloud',
  '.config/gh',
  '.local/share/keyrings',
];

/**
 * The first of these places that a path leads to or into; undefined where there is none. `segments` are the names of the
 * path. Names count in every spelling that some file system takes for them: other case, invisible characters, a dot or a
 * space at the end, the short form of an old Windows.
 */
export function placeOn(segments: readonly string[], places: readonly string[]): string | undefined {
  const names = segments.map(plainName);
  return places.find((place) => {
    const wanted = place.split('/');
    return names.some((_, start) => wanted.every((name, index) => isSpelling(names[start + index], name)));
  });
}

function plainName(name: string): string {
  return name
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .toLowerCase()
    .replace(/[. ]+$/u, '');
}

function isSpelling(name: string | undefined, wanted: string): boolean {
  if (name === undefined) return false;
  // `GIT~1`: such a file system drops the dot and keeps six letters.
  const short = /^([^~]{1,6})~\d+$/u.exec(name)?.[1];
  return name === wanted || (wanted.startsWith('.') && short === wanted.slice(1).split('.')[0]?.slice(0, 6));
}
