import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { tokensIn } from './tokensIn.ts'

/** Letters and digits as at random. Tokens are put together here: whole ones would alarm scanners of this repository. */
const random = (length: number) => createHash('sha512').update('shapes').digest('hex').repeat(2).slice(0, length)
const upper = (length: number) => random(length).toUpperCase()

const TOKENS = [
  ...['sk-', 'sk-ant-api03-', 'sk-proj-', 'sk-or-v1-', 'gsk_', 'xai-', 'r8_', 'pplx-', 'nvapi-', 'hf_', 'lsv2_pt_', 'glpat-', 'glcbt-64_'],
  ...['ghp_', 'gho_', 'ghs_', 'github_pat_', 'xoxb-', 'xoxp-1-', 'xapp-1-', 'npm_', 'dckr_pat_', 'sk_live_', 'rk_test_', 'whsec_'],
  ...['pypi-', 'hvs.', 'glsa_', 'sntrys_', 'ya29.', 'GOCSPX-', 'AIza', 'ATATT3', 'shpat_', 'ntn_', 'lin_api_', 'dop_v1_'],
].map((prefix) => prefix + random(64))

test.each([
  ...TOKENS,
  `AKIA${upper(16)}`,
  `SG.${random(22)}.${random(43)}`,
  `123456789:${random(35)}`,
  `eyJ${random(20)}.eyJ${random(20)}.${random(30)}`,
  `https://hooks.slack.com/services/T${upper(8)}/B${upper(8)}/${random(24)}`,
  `-----BEGIN RSA PRIVATE KEY-----\n${random(64)}\n-----END RSA PRIVATE KEY-----`,
  `-----BEGIN OPENSSH PRIVATE KEY-----\\n${random(64)}\\n-----END OPENSSH PRIVATE KEY-----`,
])('%s is known by its shape, alone and in a text', (token) => {
  expect(tokensIn(token)).toEqual([token])
  expect(tokensIn(`//host/:_authToken=${token}\nand more`)).toEqual([token])
})

test.each([
  'a risk-management-system-2024-for-all',
  'npm_config_registry and npm_lifecycle_script',
  'https://registry.npmjs.org/@scope/package',
  'sha256:95c5ee602b2f3cc50ae053d716c3c89bea62c58568f64d7d25924d399b2d5218',
  '-----BEGIN CERTIFICATE-----',
  'glossary-of-terms, sk-, hf_x, AKIA, eyJ',
])('%s holds none', (text) => expect(tokensIn(text)).toEqual([]))
