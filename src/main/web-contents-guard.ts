import type { App, Session, WebContents } from 'electron';
import { allowsPermission, type PageRules } from './page-rules.js';

/** Every page that is ever made, whoever makes it, stays where it was put: no navigation, no window, no webview. */
export function guardWebContents(app: App): void {
  app.on('web-contents-created', (_event, contents) => guardOne(contents));
}

function guardOne(contents: WebContents): void {
  // None of these fires for `loadURL` and `reload` of main itself.
  contents.on('will-navigate', (event) => event.preventDefault());
  contents.on('will-frame-navigate', (event) => event.preventDefault());
  contents.on('will-redirect', (event) => event.preventDefault());
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
}

/** A session with no permission but one, and no network: whatever a page tries to load from elsewhere is cancelled. */
export function guardSession(session: Session, rules: PageRules): void {
  session.setPermissionRequestHandler((_contents, permission, answer) => answer(allowsPermission(permission)));
  session.setPermissionCheckHandler((_contents, permission) => allowsPermission(permission));
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler((_request, answer) => answer({}));
  session.setBluetoothPairingHandler((_details, answer) => answer({ confirmed: false }));
  // Dictionaries would come from a server of others.
  session.setSpellCheckerEnabled(false);
  session.setSpellCheckerLanguages([]);
  session.on('will-download', (event) => event.preventDefault());
  session.webRequest.onBeforeRequest((details, answer) => answer({ cancel: !rules.allowsRequest(details.url) }));
}
