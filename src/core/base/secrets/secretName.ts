/** Beginnings of names that hold settings: our own, and what npm tells of a package. */
const SETTINGS = /^(?:HOLDFAST|npm_package|npm_lifecycle)_/i
/** Folders of a shell. */
const FOLDERS = /^(?:OLD)?PWD$/

/** Parts of names that say it wherever they stand. */
const SURELY =
  /PASSW(?:OR)?D|PASSPHRASE|PASSCODE|SECRET|CREDENTIAL|TOKEN(?!IZ)|(?:^|_)(?:API|ACCESS|ACCOUNT|PRIVATE|MASTER|SIGNING|ENCRYPTION|AUTH)_?KEY|WEBHOOK|CONNECTION_?STRING/
/** Words that say it at the end of a name. */
const LAST_WORDS = /^(?:KEYS?|PASS|PWD|PATS?|DSN|O?AUTH|AUTHORIZATION|JWT|CREDS?|BEARER)$/
/** What may follow the end: which of several it is. */
const QUALIFIERS = /^(?:PROD(?:UCTION)?|STAGING|DEV(?:ELOPMENT)?|TEST|LIVE|V?\d+|BASE64|B64|JSON|PEM|VALUE|TEXT)$/
/** Words that may stand for something secret. */
const PERHAPS =
  /^(?:\w*KEYS?|PASS|AUTH|OAUTH|JWT|SESSION(?:ID)?|COOKIES?|SALT|PEPPER|CERT|PEM|PFX|P12|KEYSTORE|SIG|SIGNATURE|SAS|[HT]?OTP|PIN|LICEN[CS]E|HMAC|PSK|SIGNING|ENCRYPTION|MNEMONIC|NETRC|NPMRC|KUBECONFIG|CONN|CONNSTR|IDENTITY|HOOK)$/
/** Keys that open nothing, and tokens that are counted. */
const ORDINARY =
  /(?:^|_)(?:(?:SORT|CACHE|PRIMARY|FOREIGN|PARTITION|INDEX|SHARD|ROUTING|IDEMPOTENCY)_KEYS?|(?:MAX|MIN|NUM|TOTAL|CONTEXT|PROMPT|INPUT|COMPLETION|OUTPUT)_(?:\w+_)?TOKENS)$/
/** Words at the end of names of what is known, or of what belongs to a secret without being it. */
const HARMLESS =
  /^(?:NAMES?|UR[LI]S?|HOST|HOSTNAME|DOMAIN|REGION|ENDPOINT|TYPE|METHOD|MODE|(?:EN|DIS)ABLED|FILE|FILENAME|PATH|DIR|DIRECTORY|FOLDER|SOCK|SOCKET|LENGTH|SIZE|TTL|EXPIR(?:Y|ES|ATION)|TIMEOUT|COUNT|LIMIT|MAX|MIN|ALG|ALGORITHM|ISSUER|AUDIENCE|SCOPES?|PREFIX|HEADER|VERSION|PROVIDER|USER|USERNAME|EMAIL|LAYOUT|PORT|INTERVAL|SECONDS|MINUTES|HOURS|DAYS|MS|LOCATION|STORE|BACKEND|DRIVER|MANAGER|POLICY|REALM|FORMAT|ENCODING|STRATEGY|ROTATION)$/

/** What a name says of its value: `secret` for sure, `perhaps` where the value must look like one too. */
export function secretName(name: string): 'secret' | 'perhaps' | 'none' {
  if (SETTINGS.test(name) || FOLDERS.test(name)) return 'none'
  const words = wordsOf(name)
  const joined = words.join('_')
  const last = words.findLast((word) => !QUALIFIERS.test(word)) ?? ''
  // The address of a webhook is what lets others call it.
  if (ORDINARY.test(joined) || (HARMLESS.test(last) && !/WEBHOOK/.test(joined))) return 'none'
  if (SURELY.test(joined) || LAST_WORDS.test(last)) return 'secret'
  return words.some((word) => PERHAPS.test(word)) ? 'perhaps' : 'none'
}

/** The words of a name, in capitals: `clientSecret`, `client-secret` and `CLIENT_SECRET` have the same. */
function wordsOf(name: string): string[] {
  const parted = name.replace(/([a-z\d])([A-Z])/g, '$1_$2')
  return parted.toUpperCase().match(/[A-Z\d]+/g) ?? []
}
