import { expect, test } from 'vitest'
import { secretName } from './secretName.ts'

test.each(
  `ACME_KEY OPENAI_KEY PGPASSWORD GITHUB_PAT SENTRY_DSN GOOGLE_CREDENTIALS NPM_CONFIG__AUTH JWT_SIGNING_KEY CI_JOB_JWT CI_JOB_JWT_V2
  OPENAI_API_KEY AWS_SECRET_ACCESS_KEY AWS_SESSION_TOKEN AWS_ACCESS_KEY_ID AZURE_CLIENT_SECRET AZURE_STORAGE_CONNECTION_STRING HF_TOKEN
  SLACK_WEBHOOK_URL MYSQL_PWD SMTP_PASS DB_PASSWD SSH_PASSPHRASE SECRET_KEY_BASE TF_VAR_db_password DOCKER_AUTH RAILS_MASTER_KEY
  APIKEY API_KEY_PROD apiKey clientSecret client-secret private_key_id x-api-key Ocp-Apim-Subscription-Key Authorization Pwd AccountKey
  npm_config_//registry.npmjs.org/:_authToken SERVICE_KEY_BASE64 OPENAI_KEY_2 BEARER`.split(/\s+/),
)('%s names a secret', (name) => {
  expect(secretName(name)).toBe('secret')
})

test.each('SESSION LOGIN_COOKIE PASSWORD_LESS_SALT_VALUE KEY_ACME OPENAI_KEYS_EU TLS_CERT NETRC SIGNING_MATERIAL AUTH_DATA'.split(' '))(
  '%s may name one',
  (name) => {
    expect(secretName(name)).not.toBe('none')
  },
)

test.each(
  `PATH HOME PWD OLDPWD SSH_AUTH_SOCK XAUTHORITY KEYBOARD_LAYOUT TOKENIZERS_PARALLELISM AUTHOR GIT_AUTHOR_NAME NODE_ENV DATABASE_URL
  HOLDFAST_MAX_TOKENS HOLDFAST_SEED npm_package_config_token npm_lifecycle_event AUTH_ENABLED PASSWORD_MIN_LENGTH KEY_VAULT_NAME
  TOKEN_ENDPOINT NEXTAUTH_URL SECRET_NAME DB_PASSWORD_FILE KEY_SIZE SESSION_TIMEOUT SORT_KEY PRIMARY_KEY CACHE_KEY MAX_TOKENS OPENAI_MAX_OUTPUT_TOKENS api-version
  COMPASS BYPASS_MODE PATTERN CLIENT_ID auth_uri`.split(/\s+/),
)('%s names none', (name) => {
  expect(secretName(name)).toBe('none')
})
