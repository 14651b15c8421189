/*
 * How well-known services write their keys, and where a key stands by its neighbours. Every pattern is linear: no group
 * that repeats holds another repetition.
 */

/** Replaced whole wherever they stand. */
export const KEY_FORMATS: readonly RegExp[] = [
  /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[\s\S]{1,20000}?(?:-----END [A-Z ]{0,40}PRIVATE KEY-----|$)/g,
  /\bsk-(?:ant-|proj-|svcacct-|or-v1-|lf-)?[A-Za-z0-9_-]{16,}/g, // Anthropic, OpenAI, OpenRouter
  /\bgh[opusr]_[A-Za-z0-9]{20,}/g, // GitHub
  /\bgithub_pat_[A-Za-z0-9_]{20,}/g,
  /\bgl(?:pat|dt|rt|ptt)-[A-Za-z0-9_-]{16,}/g, // GitLab
  /\bxox[abeoprs]-[A-Za-z0-9-]{10,}/g, // Slack
  /\bxapp-[A-Za-z0-9-]{10,}/g,
  /https:\/\/hooks\.slack\.com\/services\/[A-Za-z0-9/_-]{20,}/g,
  /https:\/\/(?:\w+\.)?discord(?:app)?\.com\/api\/webhooks\/[A-Za-z0-9/_-]{20,}/g,
  /\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\b/g, // AWS
  /\bAIza[A-Za-z0-9_-]{35}/g, // Google
  /\bya29\.[A-Za-z0-9_-]{20,}/g,
  /\bGOCSPX-[A-Za-z0-9_-]{20,}/g,
  /\bnpm_[A-Za-z0-9]{30,}/g,
  /\bpypi-[A-Za-z0-9_-]{30,}/g,
  /\bSG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}/g, // SendGrid
  /\b[srp]k_(?:live|test)_[A-Za-z0-9]{16,}/g, // Stripe
  /\bwhsec_[A-Za-z0-9+/=_-]{16,}/g,
  /\bhf_[A-Za-z0-9]{20,}/g, // Hugging Face
  /\bdo[opr]_v1_[a-f0-9]{32,}/g, // DigitalOcean
  /\bdapi[a-f0-9]{32}/g, // Databricks
  /\bshp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}/g, // Shopify
  /\bsq0[a-z]{3}-[A-Za-z0-9_-]{20,}/g, // Square
  /\bkey-[a-f0-9]{32}\b/g, // Mailgun
  /\bSK[a-f0-9]{32}\b/g, // Twilio
  /\blin_api_[A-Za-z0-9]{20,}/g, // Linear
  /\b(?:ntn|secret)_[A-Za-z0-9]{30,}/g, // Notion
  /\bhv[sbr]\.[A-Za-z0-9_-]{20,}/g, // Vault
  /\bdp\.[a-z]{2}\.[A-Za-z0-9]{20,}/g, // Doppler
  /\bfigd_[A-Za-z0-9_-]{20,}/g, // Figma
  /\bAGE-SECRET-KEY-1[A-Z0-9]{50,}/g,
  /\b\d{8,10}:AA[A-Za-z0-9_-]{30,}/g, // Telegram
  /\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}/g, // JSON Web Token
];

/** The first group stays, the rest is replaced. */
export const KEY_PLACES: readonly RegExp[] = [
  // Credentials in an address.
  /(\b[a-z][a-z0-9+.-]{0,20}:\/\/[^\s:/@]{0,200}:)[^\s/@]{1,500}(?=@)/gi,
  // What stands behind the name of a scheme (RFC 9110, 11.6.2).
  /(\b(?:bearer|basic|token)[ \t]+)[A-Za-z0-9._~+/=-]{12,}/gi,
  // A member, a variable or an option whose name says so.
  /((?:password|passwd|passphrase|secret|api[_-]?key|apikey|access[_-]?key|account[_-]?key|private[_-]?key|auth[_-]?token|access[_-]?token|refresh[_-]?token|client[_-]?secret|session[_-]?token)\\?["']?[ \t]{0,4}[:=][ \t]{0,4}\\?["']?)(?!\[redacted\]|\$\{)[^\s"'\\,;&]{4,}/gi,
];

/** True for a text in which a key of a well-known service stands. */
export function holdsKeyFormat(text: string): boolean {
  // `search` begins at the front whatever a global pattern did before.
  return KEY_FORMATS.some((pattern) => text.search(pattern) >= 0);
}
