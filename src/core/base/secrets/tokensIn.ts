/** Keys and tokens that are known by their beginnings, as providers made them to be found by scanners. */
const SHAPES: readonly RegExp[] = [
  // OpenAI, Anthropic, OpenRouter, DeepSeek, Langfuse.
  /\bsk-[\w-]{16,}/,
  // Groq, xAI, Replicate, Perplexity, NVIDIA, Tavily, Fireworks, Cerebras, Hugging Face, LangSmith.
  /\b(?:gsk_|xai-|r8_|pplx-|nvapi-|tvly-|fw_|csk-|hf_|lsv2_[ps]t_)[\w-]{16,}/,
  // Stripe, and secrets of webhooks.
  /\b(?:[srp]k_(?:live|test)_|whsec_)\w{10,}/,
  // GitHub, GitLab.
  /\b(?:gh[opusr]_|github_pat_)\w{20,}/,
  /\bgl(?:pat|oas|dt|rt|cbt|ptt|ft|imt|agent|soat|ffct)-[\w.-]{16,}/,
  // Slack.
  /\bxox[abeoprs]-[\w-]{10,}|\bxapp-[\w-]{10,}/,
  /https:\/\/hooks\.slack\.com\/(?:services|workflows|triggers)\/[\w/+-]{20,}/,
  // Discord.
  /https:\/\/discord(?:app)?\.com\/api\/webhooks\/\d+\/[\w-]{20,}/,
  // AWS: ids of keys, of which the secret half has no shape.
  /\bA(?:KIA|SIA|BIA|CCA)[A-Z\d]{16}\b/,
  // Google.
  /\bAIza[\w-]{30,}|\bya29\.[\w-]{20,}|\bGOCSPX-[\w-]{20,}/,
  // npm, PyPI, Docker, RubyGems.
  /\bnpm_[A-Za-z\d]{30,}|\bpypi-[\w-]{40,}|\bdckr_[op]at_[\w-]{20,}|\brubygems_[a-f\d]{40,}/,
  // SendGrid, Telegram, Databricks, Vault, Grafana, Sentry, Supabase, Atlassian, DigitalOcean, Shopify, Figma, Linear, Notion, age.
  /\bSG\.[\w-]{16,}\.[\w-]{16,}|\b\d{8,10}:[\w-]{35}\b|\bdapi[a-f\d]{32}|\bhv[sb]\.[\w-]{20,}|\bgl(?:sa|c)_[\w=]{20,}/,
  /\bsntry[su]_[\w=+/-]{20,}|\bsb[ap]_[a-f\d]{32,}|\bATATT3[\w=-]{20,}|\bdo[op]_v1_[a-f\d]{40,}|\bshp(?:at|ca|pa|ss)_[a-fA-F\d]{20,}/,
  /\bfig[dou]_?[\w-]{30,}|\blin_(?:api|oauth)_\w{20,}|\bntn_\w{30,}|\bAGE-SECRET-KEY-1[A-Z\d]{40,}/,
  // JSON web tokens.
  /\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*(?:\.[\w-]+)*/,
  // Private keys, with line breaks that may be written as \n.
  /-----BEGIN [A-Z\d ]*PRIVATE KEY(?: BLOCK)?-----[\s\S]*?(?:-----END [A-Z\d ]*PRIVATE KEY(?: BLOCK)?-----|$)/,
]

const ANY = new RegExp(SHAPES.map(({ source }) => source).join('|'), 'g')

/** What of a text has the shape of a key or token that is well known. */
export function tokensIn(text: string): string[] {
  return text.match(ANY) ?? []
}
