const HEX = '0123456789abcdef0123456789abcdef';
const WORD = 'aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1dF3hJ5';

/**
 * Thirty keys in the formats of well-known services, none of them real. Put together here, so that no scanner of this
 * repository takes them for lost ones.
 */
export const SECRET_FORMATS: readonly string[] = [
  `sk-ant-api03-${WORD}`,
  `sk-proj-${WORD}`,
  `sk-or-v1-${WORD}`,
  `ghp_${WORD}`,
  `gho_${WORD}`,
  `github_pat_${WORD}_x`,
  `glpat-${WORD.slice(0, 20)}`,
  `xoxb-123456789012-${WORD}`,
  `https://hooks.slack.com/services/T0001/B0001/${WORD}`,
  `https://discord.com/api/webhooks/1234567890/${WORD}`,
  `AKIA${WORD.slice(0, 16).toUpperCase()}`,
  `AIza${WORD.slice(0, 35)}`,
  `ya29.${WORD}`,
  `GOCSPX-${WORD.slice(0, 28)}`,
  `npm_${WORD}`,
  `pypi-${WORD}`,
  `SG.${WORD.slice(0, 22)}.${WORD}`,
  `sk_live_${WORD.slice(0, 24)}`,
  `rk_test_${WORD.slice(0, 24)}`,
  `whsec_${WORD}`,
  `hf_${WORD}`,
  `dop_v1_${HEX}${HEX}`,
  `dapi${HEX}`,
  `shpat_${HEX}`,
  `key-${HEX}`,
  `SK${HEX}`,
  `lin_api_${WORD}`,
  `hvs.${WORD}`,
  `123456789:AA${WORD}`,
  `eyJ${WORD}.${WORD}.${WORD}`,
];
