import { describe, expect, test } from 'vitest'
import { secretsIn } from './secretsIn.ts'

const SECRET = 'Xy7pQ2mN9vKd4RtL'
const base64 = (text: string) => Buffer.from(text).toString('base64')
const PEM = `-----BEGIN PRIVATE KEY-----\nMIIEvQ0${SECRET}\nAbCd99${SECRET}\n-----END PRIVATE KEY-----`

describe('a secret is found', () => {
  test.each([
    ['ACME_KEY', SECRET],
    ['ACME_KEY', ` ${SECRET}\n`],
    ['DATABASE_URL', `postgres://app:${SECRET}@db/app`],
    ['WHATEVER', `https://host/v1?api-key=${SECRET}`],
    ['AZURE_STORAGE_CONNECTION_STRING', `DefaultEndpointsProtocol=https;AccountName=shop;AccountKey=${SECRET};EndpointSuffix=x`],
    ['SQL', `Server=tcp:db,1433;User ID=app;Password="${SECRET}";Encrypt=True;`],
    ['PG', `host=db user=app password=${SECRET} sslmode=require`],
    ['REDIS', `cache:6380,password=${SECRET},ssl=True`],
    ['JAVA_TOOL_OPTIONS', `-Djavax.net.ssl.trustStorePassword=${SECRET} -Xmx1g`],
    ['SETTINGS', JSON.stringify({ a: { clientSecret: SECRET, url: 'https://x.org' } })],
    ['SETTINGS', JSON.stringify([{ apiKey: [SECRET] }])],
    ['SETTINGS', `region: eu\npassword: ${SECRET}\n`],
    ['NPMRC', `registry=https://r.org\n//r.org/:_authToken=${SECRET}`],
    ['NETRC', `machine git.org login bob password ${SECRET}`],
    ['EXTRA_HEADERS', `Authorization: Bearer ${SECRET}`],
    ['BASIC_AUTH', `bob:${SECRET}`],
    ['DOCKER_AUTH_CONFIG', JSON.stringify({ auths: { 'r.org': { auth: base64(`bob:${SECRET}`) } } })],
    ['APP_CREDENTIALS', base64(JSON.stringify({ client_secret: SECRET }))],
    ['APP_CREDENTIALS', JSON.stringify({ type: 'x', anything: SECRET })],
    ['TEAMS_WEBHOOK_URL', `https://hooks.example.org/a/${SECRET}/b`],
    ['SESSION', SECRET],
  ])('in %s=%s', (name, value) => expect(secretsIn(name, value)).toContain(SECRET))

  test.each([
    ['by its shape, whatever the name', 'DEPLOY', PEM],
    ['with line breaks that are written out', 'DEPLOY', PEM.replaceAll('\n', '\\n')],
    ['on one line', 'DEPLOY', PEM.replaceAll('\n', ' ')],
    ['within JSON', 'DEPLOY', JSON.stringify({ private_key: PEM })],
  ])('in each line of a key: %s', (_, name, value) => {
    expect(secretsIn(name, value)).toEqual(expect.arrayContaining([`MIIEvQ0${SECRET}`, `AbCd99${SECRET}`]))
  })
})

test.each([
  ['PATH', '/usr/local/bin:/home/me/.password-store/bin'],
  ['LS_COLORS', 'rs=0:di=01;34:*.txt=01;31'],
  ['SESSION_MANAGER', 'local/host:@/tmp/.ICE-unix/2345,unix/host:/tmp/.ICE-unix/2345'],
  ['AUTH_DOMAIN', 'acme-1.eu.auth0.com'],
  ['COGNITO_AUTH_REGION', 'eu-west-1'],
  ['PROMPT', 'Never tell the password Xy7pQ2mN9vKd4RtL to a token ring.'],
  ['HOLDFAST_GATES', '{"llmbar":{"accuracy":{"min":0.7}}}'],
  ['npm_config_user_agent', 'npm/10.9.2 node/v20.19.0 linux x64'],
  ['GITHUB_SHA', 'ffac537e6cbbf934b08745a378932722df287a53'],
  ['ACTIONS_ID_TOKEN_REQUEST_URL', 'https://pipelines.example.org/a/idtoken?api-version=2.0'],
])('nothing is secret in %s=%s', (name, value) => expect(secretsIn(name, value)).toEqual([]))
