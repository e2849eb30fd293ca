import { createHash } from 'node:crypto'

/** A variable of the environment with something secret in it. */
export interface Canary {
  readonly name: string
  /** The value of the variable. */
  readonly value: string
  /** What of it must be seen nowhere. */
  readonly secrets: readonly string[]
}

/** Characters as at random, the same for the same name. */
function random(name: string, length: number): string {
  const characters = createHash('sha512').update(name).digest('base64').replace(/[+/=]/g, '')
  // A digit and a letter, which a password has.
  return `q7${characters.repeat(2).slice(0, length - 2)}`
}

/** Names of variables whose whole value is secret, in the ways people name them. */
const WHOLE = [
  ...['ACME_KEY', 'OPENAI_KEY', 'PGPASSWORD', 'GITHUB_PAT', 'NPM_CONFIG__AUTH', 'JWT_SIGNING_KEY', 'CI_JOB_JWT', 'OPENAI_API_KEY'],
  ...['AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN', 'AZURE_CLIENT_SECRET', 'HF_TOKEN', 'MYSQL_PWD', 'SMTP_PASS', 'DB_PASSWD'],
  ...['SSH_PASSPHRASE', 'STRIPE_SECRET', 'SESSION_SECRET', 'COOKIE_SECRET', 'ENCRYPTION_KEY', 'PRIVATE_KEY', 'DJANGO_SECRET_KEY'],
  ...['SECRET_KEY_BASE', 'TF_VAR_db_password', 'VAULT_TOKEN', 'CI_JOB_JWT_V2', 'GITHUB_TOKEN', 'GITLAB_ACCESS_TOKEN', 'SLACK_BOT_TOKEN'],
  ...['TWILIO_AUTH_TOKEN', 'SENTRY_AUTH_TOKEN', 'DD_API_KEY', 'NEW_RELIC_LICENSE_KEY', 'MAILGUN_APIKEY', 'ALGOLIA_ADMIN_KEY'],
  ...['CLOUDFLARE_API_TOKEN', 'FIREBASE_AUTH', 'SERVICE_CREDENTIALS', 'NODE_AUTH_TOKEN', 'NEXTAUTH_SECRET', 'webhookSecret', 'apiKey'],
  ...['DOCKER_PASSWORD', 'REDIS_AUTH', 'BEARER_TOKEN', 'HMAC_KEY', 'APP_SESSION', 'LOGIN_COOKIE', 'PASSWORD_SALT', 'TOTP_SECRET_PROD'],
]

/** Lengths of values: a password of ten characters is as secret as a key of forty. */
const LENGTHS = [40, 24, 10, 12]

const whole = WHOLE.map((name, at): Canary => {
  const value = random(name, LENGTHS[at % LENGTHS.length] ?? 24)
  return { name, value, secrets: [value] }
})

/** A value with what JSON, URLs and patterns write otherwise. */
const awkward: Canary = { name: 'AWKWARD_PASSWORD', value: 'pw"q7\\5 G+h/8t&%@$Kd{ü}', secrets: ['pw"q7\\5 G+h/8t&%@$Kd{ü}'] }

/** A variable that names no secret, and holds one among other things. */
function within(name: string, of: (secret: string) => string): Canary {
  const secret = random(name, 20)
  return { name, value: of(secret), secrets: [secret] }
}

const inUrls = [
  within('DATABASE_URL', (secret) => `postgres://app:${secret}@db.example.org:5432/app`),
  within('REDIS_URL', (secret) => `redis://:${secret}@cache.example.org:6379/0`),
  within('MONGODB_URI', (secret) => `mongodb+srv://app:${secret}@cluster.example.org/app?retryWrites=true`),
  within('AMQP_URL', (secret) => `amqp://app:${secret}@queue.example.org`),
  within('SENTRY_DSN', (secret) => `https://${secret}@o0.ingest.example.org/1`),
  within('HTTPS_PROXY', (secret) => `http://bob:${secret}@proxy.example.org:3128`),
  within('SLACK_WEBHOOK_URL', (secret) => `https://hooks.slack.com/services/T00000000/B00000000/${secret}`),
  within('SEARCH_ENDPOINT', (secret) => `https://search.example.org/v1?api-version=2024-10-21&api-key=${secret}`),
  within('BLOB_LOCATION', (secret) => `https://store.example.org/c/b?sv=2024&sig=${secret}&se=2030`),
]

const inText = [
  within('AZURE_STORAGE_CONNECTION_STRING', (secret) => `DefaultEndpointsProtocol=https;AccountName=shop;AccountKey=${secret}==;`),
  within('SQL_SERVER', (secret) => `Server=db.example.org;User Id=app;Password=${secret};Encrypt=true`),
  within('MYSQL_DSN', (secret) => `app:${secret}@tcp(db.example.org:3306)/app`),
  within('APP_CONFIG', (secret) => JSON.stringify({ region: 'eu', auth: { clientSecret: secret } })),
  within('DOCKER_AUTH_CONFIG', (secret) =>
    JSON.stringify({ auths: { 'registry.example.org': { auth: Buffer.from(`bob:${secret}`).toString('base64') } } }),
  ),
  within('NETRC', (secret) => `machine git.example.org\n  login bob\n  password ${secret}\n`),
  within('NPMRC_TEXT', (secret) => `registry=https://registry.npmjs.org\n//registry.npmjs.org/:_authToken=${secret}\n`),
]

/** Tokens of providers, in variables whose names say nothing. */
const shaped = ['sk-ant-', 'ghp_', 'glpat-', 'xoxb-', 'hf_', 'npm_', 'gsk_'].map((prefix, at): Canary => {
  const value = prefix + random(prefix, 36)
  return { name: `THING_${at}`, value, secrets: [value] }
})

const KEY_LINES = ['first', 'second', 'third'].map((line) => random(line, 64))
const PEM = `-----BEGIN PRIVATE KEY-----\n${KEY_LINES.join('\n')}\n-----END PRIVATE KEY-----\n`

const keys: readonly Canary[] = [
  { name: 'DEPLOY_IDENTITY', value: PEM, secrets: KEY_LINES },
  {
    name: 'GOOGLE_CREDENTIALS',
    value: JSON.stringify({ type: 'service_account', project_id: 'shop', private_key: PEM.replaceAll('q7', 'r8') }),
    secrets: KEY_LINES.map((line) => line.replace('q7', 'r8')),
  },
  {
    name: 'IDENTITY_ONE_LINE',
    value: PEM.replaceAll('q7', 's9').replaceAll('\n', '\\n'),
    secrets: KEY_LINES.map((line) => line.replace('q7', 's9')),
  },
]

/** The variable that a model of the configuration names, and that no role of the run uses. */
const UNUSED_MODEL: Canary = { name: 'SLEEPING_PET_NAME', value: random('pet', 18), secrets: [random('pet', 18)] }

/** What an application under test puts into its environment itself, as it does with a file `.env`. */
export const LATE: Canary = { name: 'LATE_SERVICE_TOKEN', value: random('late', 30), secrets: [random('late', 30)] }

/** Variables that a run is given. */
export const CANARIES: readonly Canary[] = [...whole, awkward, ...inUrls, ...inText, ...shaped, ...keys, UNUSED_MODEL]

/** The variables as an environment. */
export const CANARY_ENVIRONMENT = Object.fromEntries(CANARIES.map(({ name, value }) => [name, value]))

/** A dump of the variables in the forms in which programs print an environment: by lines, as JSON, as a URL's query, in base64. */
export function dump(canaries: readonly Canary[] = CANARIES): string {
  const entries = canaries.map(({ name, value }) => [name, value] as [string, string])
  const lines = entries.map(([name, value]) => `${name}=${value}`).join('\n')
  const own = canaries.flatMap(({ secrets }) => secrets)
  return [
    lines,
    JSON.stringify(Object.fromEntries(entries), null, 2),
    JSON.stringify(JSON.stringify(Object.fromEntries(entries))),
    new URLSearchParams(entries).toString(),
    own.map((secret) => `at ${encodeURIComponent(secret)} and "${secret}"`).join('; '),
    own.map((secret) => Buffer.from(secret).toString('base64')).join(' '),
    Buffer.from(lines).toString('base64'),
  ].join('\n')
}

/** Every form in which a secret is looked for. */
function formsOf(secret: string): string[] {
  const encoded = [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), Buffer.from(secret)]).toString('base64')
    // Without the characters that hold bits of what stands before and after.
    return text.slice(before === 0 ? 0 : before + 1).replace(/.?=*$/, '')
  })
  return [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret), ...encoded]
}

/** Which secrets stand where, with what stands around them. */
export function findCanaries(texts: ReadonlyMap<string, string>, canaries: readonly Canary[]): string[] {
  const found: string[] = []
  for (const { name, secrets } of canaries) {
    for (const form of new Set(secrets.flatMap(formsOf))) {
      for (const [where, text] of texts) {
        const at = text.indexOf(form)
        if (at !== -1)
          found.push(
            `${name} in ${where}: …${text.slice(Math.max(0, at - 40), at)}<${form}>${text.slice(at + form.length, at + form.length + 20)}…`,
          )
      }
    }
  }
  return found
}
