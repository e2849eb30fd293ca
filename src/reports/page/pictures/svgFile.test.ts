import { expect, test } from 'vitest'
import { html } from '../markup.ts'
import { svgFile } from './svgFile.ts'

const picture = (caption: string) =>
  svgFile({ title: 'A <title>', caption, svg: html`<circle r="1"/>`, height: 270, head: [], rows: [] }, 'svg text { fill: red }')

test('a picture that stands alone has its style, its title and its caption in it', () => {
  const svg = picture('What it shows & how.')
  expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="888" height="\d+" viewBox="0 0 444 \d+"/)
  expect(svg).toContain('<style>svg text { fill: red }')
  expect(svg).toContain('>A &lt;title&gt;</text>')
  expect(svg).toContain('>What it shows &amp; how.</text>')
  expect(svg).toContain('<circle r="1"/>')
  expect(svg).not.toContain('<title>A <title>')
})

test('a long caption is broken into lines, and makes the picture higher', () => {
  const long = picture('word '.repeat(60).trim())
  expect(long.match(/class="tick"/g)?.length).toBe(5)
  const height = (svg: string) => Number(/height="(\d+)"/.exec(svg)?.[1])
  expect(height(long) - height(picture('short'))).toBe(4 * 13 * 2)
})
