const POSIX_NAMES = ['PATH', 'HOME', 'LANG', 'LANGUAGE', 'USER', 'LOGNAME', 'SHELL', 'TERM', 'TMPDIR', 'TZ'];

const WINDOWS_NAMES = [
  'APPDATA',
  'COMSPEC',
  'HOMEDRIVE',
  'HOMEPATH',
  'LOCALAPPDATA',
  'NUMBER_OF_PROCESSORS',
  'OS',
  'PATH',
  'PATHEXT',
  'PROCESSOR_ARCHITECTURE',
  'PROGRAMDATA',
  'PROGRAMFILES',
  'PROGRAMFILES(X86)',
  'SYSTEMDRIVE',
  'SYSTEMROOT',
  'TEMP',
  'TMP',
  'USERNAME',
  'USERPROFILE',
  'WINDIR',
];

/**
 * The environment of a child: the few variables of the host that a program needs to find its way, and its own on top.
 * Nothing else of the host reaches a child, above all no key: `ANTHROPIC_API_KEY` only where `own` names it.
 */
export function childEnvironment(
  hostEnv: Readonly<Record<string, string | undefined>>,
  own: Readonly<Record<string, string>>,
  platform: string = process.platform,
): Record<string, string> {
  const windows = platform === 'win32';
  // Windows does not tell `Path` from `PATH`; a child with both would get either.
  const key = (name: string): string => (windows ? name.toUpperCase() : name);
  const ownKeys = new Set(Object.keys(own).map(key));
  const env: Record<string, string> = {};
  // By name first: what is not handed on is not even read.
  for (const name in hostEnv) {
    if (!isInherited(key(name), windows) || ownKeys.has(key(name))) continue;
    const value = hostEnv[name];
    // A function that bash exported is code, not a setting.
    if (value !== undefined && !value.startsWith('()')) env[name] = value;
  }
  return Object.assign(env, own);
}

function isInherited(name: string, windows: boolean): boolean {
  if (windows) return WINDOWS_NAMES.includes(name);
  return POSIX_NAMES.includes(name) || name.startsWith('LC_') || name.startsWith('XDG_');
}
