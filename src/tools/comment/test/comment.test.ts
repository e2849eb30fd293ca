import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { holdfastHere } from '../../../../test/command.ts'
import { listen } from '../../../../test/listen.ts'
import { madeDocument, madeScores } from '../../../../test/madeDocument.ts'
import { temporaryFolder } from '../../../../test/temporaryFolder.ts'
import type { ScoresDocument } from '../../../core/format/scoresDocument.ts'

interface Comment {
  readonly id: number
  body: string
  /** Who wrote it; a workflow may change its own only. */
  readonly by: string
}

/** A server that plays what GitHub's API does with comments and pull requests, by its published description. */
async function gitHub({
  comments = [] as Comment[],
  refuses = undefined as undefined | 'rights' | 'limit' | 'cut',
  forks = {} as Record<string, number>,
} = {}) {
  const seen: string[] = []
  const reply = async (request: IncomingMessage): Promise<[status: number, body: unknown, headers?: object]> => {
    const { method, headers } = request
    const url = new URL(request.url ?? '', 'http://host')
    seen.push(`${method} ${url.pathname}${url.search}`)
    if (headers.authorization !== 'Bearer gh-token-0123456789') return [401, { message: 'Bad credentials' }]
    const path = url.pathname.replace('/api/v3/repos/acme/shop', '')
    if (method === 'GET' && path === '/pulls') {
      const number = forks[url.searchParams.get('head') ?? '']
      return [200, number === undefined ? [] : [{ number }]]
    }
    if (method === 'GET' && path === '/issues/12/comments') {
      const [size, page] = [Number(url.searchParams.get('per_page')), Number(url.searchParams.get('page'))]
      return [200, comments.slice((page - 1) * size, page * size)]
    }
    if (refuses === 'rights') return [403, { message: 'Resource not accessible by integration' }]
    if (refuses === 'limit') return [403, { message: 'You have exceeded a secondary rate limit' }, { 'retry-after': '60' }]
    let text = ''
    for await (const chunk of request) text += String(chunk)
    const { body } = JSON.parse(text)
    if (body.length > 65_536) return [422, { message: 'Body is too long (maximum is 65536 characters)' }]
    const id = Number(/^\/issues\/comments\/(\d+)$/.exec(path)?.[1])
    const known = comments.find((entry) => entry.id === id)
    if (method === 'PATCH') {
      if (known?.by !== 'bot') return [403, { message: 'Resource not accessible by integration' }]
      known.body = body
      return [200, { html_url: `https://github.test/acme/shop/pull/12#issuecomment-${id}` }]
    }
    if (method !== 'POST' || path !== '/issues/12/comments') return [404, { message: 'Not Found' }]
    comments.push({ id: 900 + comments.length, body, by: 'bot' })
    return [201, { html_url: `https://github.test/acme/shop/pull/12#issuecomment-${899 + comments.length}` }]
  }
  const server = createServer((request, response) => {
    if (refuses === 'cut') {
      response.writeHead(200, { 'content-length': '1000' }).write('[{"id":')
      setTimeout(() => response.destroy(), 20)
      return
    }
    reply(request).then(([status, body, headers]) =>
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body)),
    )
  })
  return { comments, seen, api: `${await listen(server)}/api/v3` }
}

/** A project with a run, and the variables of a workflow on a pull request. */
function project(document: Partial<ScoresDocument>, event: object = { pull_request: { number: 12 } }) {
  const root = temporaryFolder()
  mkdirSync(join(root, 'merged'))
  writeFileSync(join(root, 'merged', 'scores.json'), JSON.stringify(madeDocument(document)))
  writeFileSync(join(root, 'merged', 'items.jsonl'), '')
  writeFileSync(join(root, 'event.json'), JSON.stringify(event))
  const env = { GITHUB_REPOSITORY: 'acme/shop', GITHUB_TOKEN: 'gh-token-0123456789', GITHUB_EVENT_PATH: join(root, 'event.json') }
  return (args: readonly string[], own: object) => holdfastHere(['comment', ...args], root, { ...env, ...own })
}

const gate = (verdict: 'held' | 'broken') =>
  ({ metric: 'demo.overall', suite: 'demo', key: 'overall', rule: 'min 0.7', value: verdict === 'held' ? 0.8 : 0.6, verdict }) as never

describe('holdfast comment', () => {
  test('writes one comment, and the next run writes it anew in its place', async () => {
    const others = Array.from({ length: 130 }, (_, id) => ({ id, body: `Looks good ${id}`, by: 'ann' }))
    const { comments, api } = await gitHub({ comments: others })
    const first = await project({ gates: [gate('broken')], exitCode: 1 })(['merged'], { GITHUB_API_URL: api })
    expect(first).toMatchObject({ code: 0, stdout: ' wrote https://github.test/acme/shop/pull/12#issuecomment-1030\n' })
    expect(comments.at(-1)?.body).toMatch(/^<!-- holdfast: holdfast -->\n## ✗ Do not release: 1 of 1 gate broken\n/)
    const second = await project({ gates: [gate('held')] })(['merged'], { GITHUB_API_URL: api })
    expect(second).toMatchObject({ code: 0, stdout: ' updated https://github.test/acme/shop/pull/12#issuecomment-1030\n' })
    expect(comments).toHaveLength(131)
    expect(comments.at(-1)?.body).toMatch(/^<!-- holdfast: holdfast -->\n## ✓ /)
    // All suites, each gate, and what to do next.
    expect(comments.at(-1)?.body).toMatch(/\| support[\s\S]*next: `[\s\S]*min 0\.7/)
  })

  test('keeps a comment for each name, and leaves those of others under its mark', async () => {
    const { comments, api } = await gitHub({ comments: [{ id: 7, body: '<!-- holdfast: weekly -->\nrelease it', by: 'mallory' }] })
    const run = project({})
    for (const name of ['weekly', 'weekly', 'nightly'])
      expect(await run(['merged', '--name', name], { GITHUB_API_URL: api })).toMatchObject({ code: 0 })
    expect(comments.map(({ body, by }) => [body.split('\n')[0], by])).toEqual([
      ['<!-- holdfast: weekly -->', 'mallory'],
      ['<!-- holdfast: weekly -->', 'bot'],
      ['<!-- holdfast: nightly -->', 'bot'],
    ])
    expect(comments[0]?.body).toContain('release it')
  })

  test('makes no second comment where GitHub refuses for too many calls', async () => {
    const { comments, seen, api } = await gitHub({
      comments: [{ id: 7, body: '<!-- holdfast: holdfast -->\nheld', by: 'bot' }],
      refuses: 'limit',
    })
    const { code, stderr } = await project({})(['merged'], { GITHUB_API_URL: api })
    expect([code, stderr.replace(/\s+/g, ' ')]).toEqual([1, expect.stringContaining('secondary rate limit')])
    expect(stderr.replace(/\s+/g, ' ')).toContain('Run the command again later.')
    expect([comments.length, seen.some((call) => call.startsWith('POST'))]).toEqual([1, false])
  })

  test('says so where the answer of GitHub breaks off', async () => {
    const { comments, api } = await gitHub({ refuses: 'cut' })
    const { code, stderr } = await project({})(['merged'], { GITHUB_API_URL: api })
    expect([code, stderr.replace(/\s+/g, ' ')]).toEqual([
      1,
      expect.stringMatching(/^ ?Failed to reach GitHub: .* Run the command again\. ?$/),
    ])
    expect(comments).toEqual([])
  })

  test('replaces the verdict of an earlier commit where a run left no scores', async () => {
    const { comments, api } = await gitHub({ comments: [{ id: 7, body: '<!-- holdfast: holdfast -->\n## ✓ Release', by: 'bot' }] })
    expect(await project({})(['none'], { GITHUB_API_URL: api })).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('no run none has ended here'),
    })
    expect(comments.map(({ body }) => body.split('\n')[1])).toEqual(['## ? Pending: no run has decided yet'])
  })

  test('says of two suites what each has, with a baseline that is missing', async () => {
    const { comments, api } = await gitHub()
    const reasons = ['no baseline main: keep one with npx holdfast compare <run> --keep main']
    await project({ suites: { demo: madeScores(), shop: madeScores() }, reasons, exitCode: 1 })(['merged'], { GITHUB_API_URL: api })
    expect(comments[0]?.body).toMatch(/no baseline main[\s\S]*\| demo[\s\S]*\| shop/)
  })

  test('says for a fork that nothing is decided, and how a maintainer starts it', async () => {
    const event = { workflow_run: { head_branch: 'fix', head_repository: { owner: { login: 'guest' } } } }
    const { comments, seen, api } = await gitHub({ forks: { 'guest:fix': 12 } })
    expect(await project({}, event)(['nothing'], { GITHUB_API_URL: api })).toMatchObject({ code: 0 })
    expect(seen[0]).toBe('GET /api/v3/repos/acme/shop/pulls?state=open&head=guest%3Afix')
    expect(comments[0]?.body).toMatch(/^<!-- holdfast: holdfast -->\n## \? Pending: [\s\S]*Run workflow/)
  })

  test('shows the names of others as text, within what GitHub takes', async () => {
    const { comments, api } = await gitHub()
    const name = '@everyone <img src=x onerror=alert(1)> [go](http://evil.test) --> `x`'
    const run = { ...madeDocument({}).run, models: { candidate: `openai:${name}` } } as never
    await project({ run, gates: Array.from({ length: 900 }, () => ({ ...(gate('broken') as object), metric: name.repeat(2) }) as never) })(
      ['merged'],
      {
        GITHUB_API_URL: api,
      },
    )
    expect(comments[0]?.body.length).toBeGreaterThan(60_000)
    expect(comments[0]?.body).toMatch(/the rest stands in report\.md of the run$/)
    expect(comments[0]?.body).not.toMatch(/(?<!\\)<img|(?<!\\)\[go\]|@everyone/)
  })

  test('says what is lacking before a call, and what GitHub refuses', async () => {
    const refusing = await gitHub({ refuses: 'rights' })
    const run = project({}, {})
    const cases: [args: string[], env: object, says: string, code: number][] = [
      [['merged'], { GITHUB_API_URL: refusing.api }, 'no event names the pull request. Name it behind the run.', 2],
      [['merged', '12'], { GITHUB_TOKEN: undefined }, 'GITHUB_TOKEN is not set', 2],
      [['merged', '12'], { GITHUB_REPOSITORY: 'acme' }, 'GITHUB_REPOSITORY is no <owner>/<name>', 2],
      [['merged', '12'], { GITHUB_API_URL: 'http://evil.test' }, 'no https address, so that no token is sent there', 2],
      [['merged', '--name', '-->'], { GITHUB_API_URL: refusing.api }, 'is no name', 2],
      [['merged', '12'], { GITHUB_API_URL: refusing.api }, '403, Resource not accessible by integration', 1],
    ]
    for (const [args, env, says, code] of cases) {
      const finished = await run(args, env)
      expect([finished.code, finished.stderr.replace(/\s+/g, ' ')], says).toEqual([code, expect.stringContaining(says)])
      expect(finished.stderr).not.toContain('gh-token')
    }
    expect(refusing.comments).toEqual([])
  })
})
