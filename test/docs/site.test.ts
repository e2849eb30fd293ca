import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { linksOf, markdownPages } from '../../scripts/markdownPages.mjs'
import { packageRoot } from '../../src/core/base/packageRoot.ts'
import { findBrowser, launch } from '../e2e/pageRun.ts'
import { run } from '../run.ts'

const TYPES: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }

const htmlOf = (page: string) => page.replace(/(^|\/)README\.md$/, '$1index.md').replace(/\.md$/, '.html')

/** Serves a folder on a port of its own. */
function serve(folder: string) {
  const server = createServer(({ url = '/' }, response) => {
    const path = join(folder, decodeURIComponent(new URL(url, 'http://x').pathname))
    const file = existsSync(path) && statSync(path).isDirectory() ? join(path, 'index.html') : path
    if (!existsSync(file)) return response.writeHead(404).end()
    return response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' }).end(readFileSync(file))
  })
  return new Promise<{ url: string; close: () => void }>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      resolve({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() })
    })
  })
}

describe('npm run site', () => {
  const out = mkdtempSync(join(tmpdir(), 'holdfast-site-'))
  let unreachable = false
  let printed = ''
  beforeAll(async () => {
    const { code, stdout, stderr } = await run(process.execPath, ['scripts/site.mjs', '--out', out], { cwd: packageRoot })
    printed = stdout + stderr
    unreachable = code !== 0 && /ENOTFOUND|ECONNREFUSED|ETIMEDOUT|EAI_AGAIN|ENOTCACHED/.test(stderr)
    if (code !== 0 && !unreachable) throw new Error(printed)
  })
  afterAll(() => rmSync(out, { recursive: true, force: true }))

  test('makes a page of every markdown page, and leaves its markdown beside it', ({ skip }) => {
    skip(unreachable, 'the npm registry is not reachable')
    expect(markdownPages().filter((page) => !existsSync(join(out, htmlOf(page))) || !existsSync(join(out, page)))).toEqual([])
  })

  test('has the reference of the API', ({ skip }) => {
    skip(unreachable, 'the npm registry is not reachable')
    expect(readdirSync(join(out, 'api', 'holdfast', 'functions'))).toContain('benchmark.html')
  })

  test('writes llms.txt, each link of which is there, and llms-full.txt with every page that it lists', ({ skip }) => {
    skip(unreachable, 'the npm registry is not reachable')
    const links = linksOf(readFileSync(join(out, 'llms.txt'), 'utf8'))
    expect(links.length).toBeGreaterThan(35)
    expect(links.filter((link) => !existsSync(join(out, link)))).toEqual([])
    const full = readFileSync(join(out, 'llms-full.txt'), 'utf8')
    expect(links.filter((link) => link.endsWith('.md') && !full.includes(`<!-- ${link.slice(1)} -->`))).toEqual([])
  })

  test('can be searched, has no page wider than a phone, and loads nothing from elsewhere', async ({ skip }) => {
    const path = findBrowser()
    skip(unreachable || path === undefined, 'no browser, or the npm registry is not reachable')
    const [browser, site] = await Promise.all([launch(path as string), serve(out)])
    const page = await browser.newPage({ viewport: { width: 390, height: 844 } })
    const wrong: string[] = []
    page.on('pageerror', (error) => wrong.push(String(error)))
    page.on('request', (request) => {
      if (!request.url().startsWith(site.url) && !request.url().startsWith('data:')) wrong.push(request.url())
    })
    page.on('response', (response) => {
      if (response.status() >= 400) wrong.push(`${response.status()} ${response.url()}`)
    })
    for (const file of markdownPages().map(htmlOf)) {
      await page.goto(`${site.url}/${file}`)
      if (await page.evaluate('document.documentElement.scrollWidth > innerWidth')) wrong.push(`${file} is too wide`)
    }
    await page.keyboard.press('Control+k')
    await page.locator('#localsearch-input').fill('maxUnscored')
    await page.locator('.result', { hasText: 'Formats' }).first().click()
    await page.waitForURL(/docs\/formats\.html#/)
    expect(wrong).toEqual([])
    await browser.close()
    site.close()
  })
})
