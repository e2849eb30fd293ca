// The pictures of the report in docs/pictures, light and dark: the first screen of the page of a run with broken gates, which is
// examples/model-release with its broken model, simulated. `npm run docs:picture` takes them. Beside them stands the text that
// they show; `--check` opens the page again and fails where it shows another.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { chromium } from 'playwright-core'
import { copyExample, runVitest } from './exampleProject.mjs'
import { palettePng } from './palettePng.mjs'

const FOLDER = fileURLToPath(new URL('../docs/pictures', import.meta.url))
const SCREEN = { width: 1280, height: 720 }

/** What two runs of the same do not share: times, the run's name, the version. */
const CHANGING =
  /\b[a-z]+-\d{4}\b|\b\d{4}-\d\d-\d\d(?:[T ][\d:.]+Z?)?|\b\d+:\d\d(?::\d\d)?\b|\b[\d.]+ (?:ms|s|min|seconds?|minutes?)\b|\b\d+\.\d+\.\d+\b/g

/** CHROMIUM names the browser; else it is the one of the system, else that of Playwright. */
function browserPath() {
  const system = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
  return process.env.CHROMIUM ?? system.find((path) => existsSync(path)) ?? chromium.executablePath()
}

/** The words within the first screen, a line for each line that is shown. */
function shownText({ width, height }) {
  const lines = new Map()
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const text = node.data.replace(/\s+/g, ' ').trim()
    if (text === '' || !node.parentElement.checkVisibility()) continue
    range.selectNodeContents(node)
    const box = range.getBoundingClientRect()
    if (box.width === 0 || box.bottom > height || box.top < 0 || box.left >= width) continue
    const top = Math.round(box.top / 8)
    lines.set(top, [...(lines.get(top) ?? []), text])
  }
  return [...lines].sort(([a], [b]) => a - b).map(([, words]) => words.join(' '))
}

/** Opens a page, and gives its first screen as text and as a picture. */
async function firstScreen(browser, path, colorScheme) {
  const page = await browser.newPage({ viewport: SCREEN, colorScheme, reducedMotion: 'reduce' })
  await page.goto(pathToFileURL(path).href)
  await page.waitForLoadState('networkidle')
  const lines = await page.evaluate(shownText, SCREEN)
  const picture = await page.screenshot()
  const pixels = await page.evaluate(pixelsOf, picture.toString('base64'))
  const png = palettePng({ ...SCREEN, rgba: Buffer.from(pixels, 'base64') })
  return { text: `${lines.join('\n').replace(CHANGING, '…')}\n`, png }
}

/** The pixels of a picture, RGBA in base64. The page's policy lets it load nothing, so it is decoded without a load. */
async function pixelsOf(png) {
  const bytes = Uint8Array.from(atob(png), (character) => character.charCodeAt(0))
  const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
  const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
  context.drawImage(bitmap, 0, 0)
  const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height)
  let text = ''
  for (let at = 0; at < data.length; at += 8190) text += btoa(String.fromCharCode(...data.subarray(at, at + 8190)))
  return text
}

const root = copyExample('model-release')
const browser = await chromium.launch({
  executablePath: browserPath(),
  args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-lcd-text'],
})
try {
  const { code, output } = runVitest(root, { HOLDFAST_MODEL: 'broken' })
  if (code !== 1) throw new Error(`Failed to take the picture: the run with a broken gate ended with ${code}:\n${output}`)
  const [run] = readdirSync(join(root, 'reports', 'runs')).filter((name) => name !== 'latest')
  const path = join(root, 'reports', 'runs', run, 'index.html')
  const [light, dark] = [await firstScreen(browser, path, 'light'), await firstScreen(browser, path, 'dark')]
  if (process.argv.includes('--check')) {
    if (readFileSync(join(FOLDER, 'report.txt'), 'utf8') !== light.text) {
      process.stderr.write(
        `The page no longer shows what docs/pictures/report.txt says. Run npm run docs:picture. It shows:\n${light.text}`,
      )
      process.exitCode = 1
    }
  } else {
    mkdirSync(FOLDER, { recursive: true })
    writeFileSync(join(FOLDER, 'report.txt'), light.text)
    writeFileSync(join(FOLDER, 'report.png'), light.png)
    writeFileSync(join(FOLDER, 'report-dark.png'), dark.png)
  }
} finally {
  await browser.close()
  rmSync(root, { recursive: true, force: true })
}
