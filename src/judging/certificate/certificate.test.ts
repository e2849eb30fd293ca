import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { madeDocument } from '../../../test/madeDocument.ts'
import { checklistPromptHash } from '../checklistJudge.ts'
import { promptHash } from '../pairwise/judgePair.ts'
import { STRATEGIES } from '../pairwise/strategies.ts'
import {
  type Certificate,
  type ChecklistCertificate,
  certificateLine,
  certificatePath,
  certificateSchema,
  certificatesLine,
  type FoundCertificate,
  findCertificate,
  findCertificates,
  isBetterThanChance,
  judgeStanding,
} from './certificate.ts'

const folders: string[] = []
let root = ''

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'holdfast-certificate-'))
  folders.push(root)
})

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** Writes a certificate to its place, as `judge certify` does. */
function writeCertificate(folder: string, certificate: Certificate | ChecklistCertificate): string {
  const path = certificatePath(folder, certificate.judge, certificate.set)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, JSON.stringify(certificate))
  return path
}

const JUDGE = 'openai:gpt-5-mini'
const ROLE = { model: JUDGE, simulated: false }
const DATE = '2026-11-22T04:02:01.389Z'
const EXPIRES = '2027-02-20T04:02:01.389Z'
const VALID = new Date('2027-01-01T00:00:00Z')

async function certificateOf(change: Partial<Certificate> = {}): Promise<Certificate> {
  return {
    schema: 'holdfast.certificate/1',
    judge: JUDGE,
    simulated: false,
    strategy: 'Swap',
    votes: 1,
    promptSha256: await promptHash(STRATEGIES[change.strategy ?? 'Swap']),
    accuracy: { value: 83.04, n: 130, ci95: [75.5, 88.7] },
    agreement: { value: 97.47, n: 130, ci95: null },
    nullRate: 0.4,
    data: { source: 'bundled', sha256: 'cbcd', items: 130 },
    version: '0.1.0',
    run: 'merlin-5454',
    date: DATE,
    expires: EXPIRES,
    ...change,
  }
}

describe('the path of a certificate', () => {
  test.each([
    ['openai:gpt-5-mini', 'openai-gpt-5-mini.json'],
    ['openai:gpt_4.1', 'openai-gpt_4.1.json'],
    // The digits begin the SHA-256 of the URI, as sha256sum gives it.
    ['sim:judge?noise=0.1', 'sim-judge-noise-0.1-7f6abc70.json'],
    ['openai:org/model:free@https://host:8000/v1', 'openai-org-model-free-https-host-8000-v1-f38f375b.json'],
    ['module:../../etc/judge.ts#ask', 'module-..-..-etc-judge.ts-ask-3fd9ea51.json'],
  ])('of %s is a file right under reports/judges', (judge, name) => {
    expect(certificatePath('/project', judge)).toBe(join('/project', 'reports', 'judges', name))
  })

  test.each([
    ['openai:org/model', 'openai:org-model'],
    ['openai:org/model', 'openai:org:model'],
    ['sim:judge?noise=0.1', 'sim:judge-noise-0.1'],
    ['module:./判官.ts#ask', 'module:./法官.ts#ask'],
  ])('of %s is not that of %s', (one, other) => expect(certificatePath('/project', one)).not.toBe(certificatePath('/project', other)))
})

describe('a certificate that was written', () => {
  test('is found by the judge, whole', async () => {
    const certificate = await certificateOf()
    const path = writeCertificate(root, certificate)
    expect(certificateSchema.parse(JSON.parse(readFileSync(path, 'utf8')))).toEqual(certificate)
    expect(await findCertificate(root, JUDGE, 1, VALID)).toEqual(certificate)
  })

  test('is none of another judge, also where that one’s would lie in the same file', async () => {
    writeCertificate(root, await certificateOf())
    expect(await findCertificate(root, 'openai:gpt-5', 1, VALID)).toBeUndefined()
    expect(await findCertificate(root, 'openai/gpt-5-mini', 1, VALID)).toBeUndefined()
  })

  test('is not found in another folder, nor where there is none', async () => {
    writeCertificate(root, await certificateOf())
    expect(await findCertificate(dirname(root), JUDGE, 1, VALID)).toBeUndefined()
  })

  test('counts up to its last moment and no longer', async () => {
    const certificate = await certificateOf()
    writeCertificate(root, certificate)
    expect(await findCertificate(root, JUDGE, 1, new Date(EXPIRES))).toEqual(certificate)
    expect(await findCertificate(root, JUDGE, 1, new Date(Date.parse(EXPIRES) + 1))).toEqual({ problem: 'expired on 2027-02-20' })
  })

  test.each([
    [3, 1, 'was made with 3 votes, not 1'],
    [1, 3, 'was made with 1 vote, not 3'],
  ])('with %d votes a pair does not count for a run with %d', async (certified, votes, problem) => {
    writeCertificate(root, await certificateOf({ votes: certified }))
    expect(await findCertificate(root, JUDGE, votes, VALID)).toEqual({ problem })
    // As it is for a run of which the votes are not known.
    expect(await findCertificate(root, JUDGE, undefined, VALID)).toMatchObject({ votes: certified })
  })

  test('does not count once a word of its strategy’s prompts has changed', async () => {
    writeCertificate(root, await certificateOf({ promptSha256: await promptHash(STRATEGIES.Vanilla) }))
    expect(await findCertificate(root, JUDGE, 1, VALID)).toEqual({ problem: 'was made with other prompts' })
  })
})

// No reason to stop a run, least of all the one that would replace it.
describe('a file that is no certificate', () => {
  const put = (text: string) => {
    const path = certificatePath(root, JUDGE)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
    return path
  }

  test.each<[string, object | string, string]>([
    ['no JSON', '{ "schema": ', ''],
    ['of another version', { schema: 'holdfast.certificate/2' }, 'field schema'],
    ['of a strategy that does not exist', { strategy: 'Guess' }, 'field strategy'],
    ['with a figure that is none', { accuracy: { value: 'high', n: 130, ci95: null } }, 'field accuracy.value'],
    ['with a date that is none', { expires: 'never' }, 'field expires'],
  ])('%s, does not count, and says which file', async (_, change, field) => {
    const path = put(typeof change === 'string' ? change : JSON.stringify({ ...(await certificateOf()), ...change }))
    const found = await findCertificate(root, JUDGE, 1, VALID)
    expect(Object.keys(found ?? {})).toEqual(['problem'])
    expect(found?.problem).toContain(`cannot be read (Failed to read ${path}`)
    expect(found?.problem).toContain(field)
    expect(found?.problem).toMatch(/[^.]\)$/)
  })
})

describe('a certificate in a line', () => {
  test('has accuracy, agreement and strategy', async () =>
    expect(certificateLine(await certificateOf())).toBe('pairwise 83.0 %, agreement 97.5 % (Swap)'))

  test('has the votes where there are several', async () =>
    expect(certificateLine(await certificateOf({ votes: 3 }))).toBe('pairwise 83.0 %, agreement 97.5 % (Swap, 3 votes)'))

  test('says why it does not count', () =>
    expect(certificateLine({ problem: 'expired on 2027-02-20' })).toBe('uncertified: its certificate expired on 2027-02-20'))

  test('of a judge without one', () => expect(certificateLine(undefined)).toBe('uncertified'))
})

async function checklistOf(change: Partial<ChecklistCertificate> = {}): Promise<ChecklistCertificate> {
  const { strategy: _strategy, agreement: _agreement, nullRate: _nullRate, ...common } = await certificateOf()
  const figure = { value: 91.2, n: 90, ci95: null }
  return {
    ...common,
    kind: 'checklist',
    set: 'criteria',
    rule: undefined,
    subsets: undefined,
    promptSha256: checklistPromptHash(),
    criteria: 90,
    accuracy: figure,
    sensitivity: figure,
    specificity: figure,
    kappa: { value: 0.804, n: 90, ci95: null },
    ...change,
  } as ChecklistCertificate
}

test('a certificate shows a good judge only where its interval leaves chance out', async () => {
  const of = async (value: number, low: number) => certificateOf({ accuracy: { value, n: 130, ci95: [low, 100] } })
  expect(isBetterThanChance([])).toBe(false)
  expect(isBetterThanChance([{ problem: 'expired' }, await of(0, 0)])).toBe(false)
  expect(isBetterThanChance([await of(60, 49)])).toBe(false)
  expect(isBetterThanChance([await of(0, 0), await of(60, 51)])).toBe(true)
})

describe('certificates of several sets', () => {
  test('stand in files of their own, and are found each by its set', async () => {
    const main = await certificateOf()
    const other = await certificateOf({ set: 'judgebench', kind: 'pairwise', rule: 'judgebench', strategy: 'CoT' })
    const checklist = await checklistOf()
    for (const one of [main, other, checklist]) writeCertificate(root, one)
    expect(certificatePath(root, JUDGE, 'judgebench')).toBe(join(root, 'reports', 'judges', 'openai-gpt-5-mini@judgebench.json'))
    expect(await findCertificate(root, JUDGE, 1, VALID)).toEqual(main)
    expect(await findCertificate(root, JUDGE, 1, VALID, 'judgebench')).toEqual(other)
    expect((await findCertificates(root, JUDGE, 1, VALID)).map(({ set }) => set)).toEqual([undefined, 'criteria', 'judgebench'])
    expect(await findCertificates(root, 'openai:gpt-5', 1, VALID)).toEqual([])
  })

  test('of a checklist do not count under another wording of it, nor with other votes', async () => {
    writeCertificate(root, await checklistOf({ promptSha256: 'other' }))
    expect(await findCertificates(root, JUDGE, 1, VALID)).toEqual([{ problem: 'was made with other prompts', set: 'criteria' }])
    writeCertificate(root, await checklistOf({ votes: 3 }))
    expect(await findCertificates(root, JUDGE, 1, VALID)).toEqual([{ problem: 'was made with 3 votes, not 1', set: 'criteria' }])
  })

  test('are in a line with their sets and kinds', async () => {
    const all = [await certificateOf(), await checklistOf(), await certificateOf({ set: 'judgebench', votes: 3 })]
    expect(certificatesLine(all)).toBe(
      'pairwise 83.0 %, agreement 97.5 % (Swap); checklist 91.2 %, kappa 0.80 on criteria; pairwise 83.0 %, agreement 97.5 % on judgebench (Swap, 3 votes)',
    )
    expect(certificatesLine([])).toBe('uncertified')
  })

  test('that show a judge at chance say so', async () => {
    const accuracy = { value: 52, ci95: [44, 60] as [number, number], n: 90 }
    expect(certificatesLine([await certificateOf({ accuracy })])).toBe(
      'pairwise 52.0 %, agreement 97.5 % (Swap), not surely right more often than by chance',
    )
  })

  test('say how it stands with a judge: by the best that counts, and by none that does not', async () => {
    // One that finds every criterion met is right in more than half of them.
    const yes = { accuracy: { value: 58.9, ci95: [52, 65] as [number, number], n: 90 }, kappa: { value: 0, ci95: null, n: 90 } }
    const chance = await checklistOf(yes)
    const proofOf = (found: readonly FoundCertificate[], roles = { candidate: ROLE, judge: ROLE }) =>
      judgeStanding(madeDocument({ run: { roles } }), found)?.proof
    expect(proofOf([])).toBe('none')
    expect(proofOf([{ problem: 'expired on 2027-02-20' }])).toBe('none')
    expect(proofOf([chance])).toBe('chance')
    expect(proofOf([chance, await certificateOf()])).toBe('better')
    expect(judgeStanding(madeDocument({ run: { roles: { judge: ROLE } } }), [])).toBeUndefined()
  })

  test('that do not count are told after those that do', async () => {
    const expired = { problem: 'expired on 2027-02-20' }
    expect(certificatesLine([expired, await checklistOf()])).toBe(
      'checklist 91.2 %, kappa 0.80 on criteria; its certificate on llmbar does not count: it expired on 2027-02-20',
    )
    expect(certificatesLine([{ ...expired, set: 'criteria' }])).toBe('uncertified: its certificate on criteria expired on 2027-02-20')
  })
})
