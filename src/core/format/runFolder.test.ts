import { mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { HoldfastError } from '../base/errors.ts'
import { assertFreshFolder, findBrokenRun, findRun, runFolder } from './runFolder.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'holdfast-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
})

/** Makes a folder under reports/runs, with a file in it. */
function makeRun(name: string, file = 'items.jsonl'): string {
  const path = join(root, 'reports', 'runs', name)
  mkdirSync(path, { recursive: true })
  writeFileSync(join(path, file), '')
  return path
}

test('the files of a run have their names from the contract', () => {
  expect(runFolder('/runs/one')).toEqual({
    path: '/runs/one',
    calls: '/runs/one/calls.jsonl',
    items: '/runs/one/items.jsonl',
    scores: '/runs/one/scores.json',
    blobs: '/runs/one/blobs',
    data: '/runs/one/data',
    markdown: '/runs/one/report.md',
    page: '/runs/one/index.html',
    settings: '/runs/one/run.json',
    retries: '/runs/one/retries.jsonl',
    spending: '/runs/one/spending.jsonl',
    batch: '/runs/one/batch',
    shrunk: '/runs/one/shrunk',
    influence: '/runs/one/influence',
  })
})

describe('a folder for a new run', () => {
  test('may be missing, empty, or hold files whose names begin with a dot', () => {
    expect(() => assertFreshFolder(join(root, 'new'))).not.toThrow()
    expect(() => assertFreshFolder(root)).not.toThrow()
    writeFileSync(join(root, '.gitkeep'), '')
    expect(() => assertFreshFolder(root)).not.toThrow()
  })

  test.each(['log.txt', 'index.html', 'report.md', 'data', 'run.json'])('may not hold what is no file of a run: %s', (file) => {
    writeFileSync(join(root, file), '{}')
    expect(() => assertFreshFolder(root)).toThrow(
      new HoldfastError(
        'CONFIG',
        `Failed to use ${root} as run folder: it holds "${file}", which is no file of a run. Name a new folder or an empty one.`,
      ),
    )
  })

  test('may hold the settings of a run that never made a call', () => {
    writeFileSync(join(root, 'run.json'), '{"schema":"holdfast.run/1"}')
    expect(() => assertFreshFolder(root)).not.toThrow()
  })

  test.each(['calls.jsonl', 'items.jsonl', 'scores.json'])('may not hold another run: %s', (file) => {
    writeFileSync(join(root, file), '')
    expect(() => assertFreshFolder(root)).toThrow(
      new HoldfastError(
        'CONFIG',
        `Failed to use ${root} as run folder: it holds another run. Name a new folder. HOLDFAST_RESUME finishes a run, and merge makes anew what it made of the same parts.`,
      ),
    )
  })

  test('may not be a file', () => {
    const path = join(root, 'file')
    writeFileSync(path, '')
    expect(() => assertFreshFolder(path)).toThrow(
      new HoldfastError('CONFIG', `Failed to use ${path} as run folder: it is a file. Name a folder.`),
    )
  })
})

describe('a run is found', () => {
  test('by its path', () => {
    const path = makeRun('one')
    expect(findRun(path, root).path).toBe(path)
  })

  test('by its name in reports/runs', () => {
    const path = makeRun('2026-01-01T0000-wren-0001')
    expect(findRun('2026-01-01T0000-wren-0001', root).path).toBe(path)
  })

  test('by its id, which is the end of its name, as screens call it', () => {
    const path = makeRun('2026-01-01T0000-wren-0001')
    makeRun('2026-01-02T0000-wren-0002')
    expect(findRun('wren-0001', root).path).toBe(path)
    makeRun('2026-01-03T0000-wren-0001')
    expect(() => findRun('wren-0001', root)).toThrow('Failed to find the run "wren-0001"')
  })

  test('as latest', () => {
    makeRun('one')
    symlinkSync('one', join(root, 'reports', 'runs', 'latest'))
    expect(findRun('latest', root).items).toBe(join(root, 'reports', 'runs', 'latest', 'items.jsonl'))
  })

  test.each(['items.jsonl', 'scores.json'])('with no more than its %s', (file) => {
    const path = makeRun('one', file)
    expect(findRun('one', root).path).toBe(path)
  })
})

describe('a run that is not found', () => {
  test('is looked for where its path says', () => {
    const path = join(root, 'nowhere')
    expect(() => findRun(path, root)).toThrow(`Failed to find the run ${JSON.stringify(path)}: no items.jsonl in ${path}. `)
  })

  const path = (name: string) => join(root, 'reports', 'runs', name)

  test('with no run at all: run a suite first', () => {
    expect(() => findRun('latest', root)).toThrow(
      new HoldfastError('USAGE', `Failed to find the run "latest": no items.jsonl in ${path('latest')}. Run a suite first.`),
    )
  })

  test('at the root of a workspace: where the runs are', () => {
    mkdirSync(join(root, 'packages', 'bot', 'reports', 'runs'), { recursive: true })
    mkdirSync(join(root, 'node_modules', 'bot', 'reports', 'runs'), { recursive: true })
    expect(() => findRun('latest', root)).toThrow(`in ${path('latest')}. Runs are in ${join('packages', 'bot')}: type the command there.`)
  })

  test.each([
    ['mian', 'main'],
    ['lastest', 'latest'],
    ['wern-0001', 'wren-0001'],
  ])('of the name %s is taken for %s', (name, meant) => {
    makeRun('2026-01-01T0000-wren-0001')
    mkdirSync(join(root, 'reports', 'baselines'))
    writeFileSync(join(root, 'reports', 'baselines', 'main.json'), '{}')
    expect(() => findRun(name, root)).toThrow(
      `there is none here, nor in ${join(root, 'reports', 'runs')}. Did you mean ${meant}? The last runs here: `,
    )
  })

  test('with others there: the last three by time, without the link', () => {
    for (const day of ['04', '01', '03', '02']) makeRun(`2026-01-${day}T0000-wren-0001`)
    symlinkSync('2026-01-04T0000-wren-0001', path('latest'))
    // A name of its own tells no time, and it stands where it was written.
    makeRun('part-1')
    utimesSync(path('part-1'), new Date('2025-12-01'), new Date('2025-12-01'))
    expect(() => findRun('2026-01-09', root)).toThrow(
      new HoldfastError(
        'USAGE',
        `Failed to find the run "2026-01-09": there is none here, nor in ${join(root, 'reports', 'runs')}. The last runs here: 2026-01-02T0000-wren-0001, 2026-01-03T0000-wren-0001, 2026-01-04T0000-wren-0001; 2 more.`,
      ),
    )
  })

  test('several of one word are named, and one alone is found', () => {
    for (const day of ['01', '02']) makeRun(`2026-01-${day}T0000-wren-0001`)
    expect(() => findRun('wren', root)).toThrow('The last runs called so: 2026-01-01T0000-wren-0001, 2026-01-02T0000-wren-0001.')
    makeRun('2026-01-05T0000-lapwing-7199')
    makeRun('2026-01-06T0000-lapwing-7200-again')
    makeRun('2026-01-06T0000-lapwing-7200')
    expect(findRun('lapwing-7200', root).path).toBe(path('2026-01-06T0000-lapwing-7200'))
    expect(() => findRun('01', root)).toThrow('The last runs here')
    expect(findRun('lapwing-7199', root).path).toBe(path('2026-01-05T0000-lapwing-7199'))
    for (const day of ['01', '05'])
      writeFileSync(join(path(`2026-01-${day}T0000-${day === '01' ? 'wren-0001' : 'lapwing-7199'}`), 'run.json'), '{}')
    expect(findBrokenRun('lapwing-7199', root).path).toBe(path('2026-01-05T0000-lapwing-7199'))
    expect(() => findBrokenRun('wren', root)).toThrow('Failed to resume "wren": no run.json in')
  })

  test('a folder that holds something else', () => {
    expect(() => findRun(root, root)).toThrow(`Failed to find the run ${JSON.stringify(root)}: no items.jsonl in ${root}.`)
    mkdirSync(path('empty'), { recursive: true })
    expect(() => findRun('empty', root)).toThrow(`Failed to find the run "empty": no items.jsonl in ${path('empty')}.`)
  })
})

describe('a run of another, whose files may be links', () => {
  const links = ['calls.jsonl', 'items.jsonl', 'scores.json', 'run.json', 'report.md', 'index.html', 'blobs', 'data', 'shrunk', 'influence']

  test.each(links)('is refused with a link for %s, wherever it leads', (name) => {
    for (const target of ['/etc/passwd', tmpdir(), 'nowhere']) {
      const path = makeRun('one')
      writeFileSync(join(path, 'run.json'), '{}')
      rmSync(join(path, name), { force: true })
      symlinkSync(target, join(path, name))
      const message = `${name} is a link, which may lead to files that are not of the run. Remove it, or copy there what it leads to.`
      // A link that leads nowhere is no file at all, and the run is not found by it.
      if (target !== 'nowhere' || name !== 'items.jsonl') expect(() => findRun('one', root)).toThrow(message)
      if (target !== 'nowhere' || name !== 'run.json') expect(() => findBrokenRun('one', root)).toThrow(message)
      rmSync(path, { recursive: true })
    }
  })

  test('is refused with a folder in the place of a file', () => {
    const path = makeRun('one')
    mkdirSync(join(path, 'scores.json'))
    expect(() => findRun('one', root)).toThrow(`Failed to read the run ${path}: scores.json is no file of a run.`)
  })
})
