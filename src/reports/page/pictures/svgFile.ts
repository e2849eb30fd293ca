import { html, Markup } from '../markup.ts'
import { type FigureContent, LINE_HEIGHT, lines, PICTURE_WIDTH, wrapped } from './figure.ts'

/** Room left and right of a picture, so that nothing touches the edge of the window. */
const EDGE = 12
const TITLE_HEIGHT = 24
/** Characters of a line of a caption, and of lines at most. */
const CAPTION_LENGTH = 66
const CAPTION_LINES = 6
/** How many times its own units the picture is shown, so that it can be read without zooming. */
const SCALE = 2

/** A picture as an SVG file with title and caption, light or dark as the screen is. @param style the style sheet of pictures. */
export function svgFile({ title, caption, svg, height }: FigureContent, style: string): string {
  const texts = captionLines(caption)
  const top = TITLE_HEIGHT + texts.length * LINE_HEIGHT + 12
  const [fullWidth, fullHeight] = [PICTURE_WIDTH + 2 * EDGE, top + height + EDGE]
  return html`<svg xmlns="http://www.w3.org/2000/svg" width="${fullWidth * SCALE}" height="${fullHeight * SCALE}" viewBox="0 0 ${fullWidth} ${fullHeight}" role="img" aria-labelledby="title description">
<title id="title">${title}</title>
<desc id="description">${caption}</desc>
<style>${new Markup(style)}svg { background: var(--bg); }
svg .title { font-weight: 600; font-size: 14px; }</style>
${lines(EDGE, TITLE_HEIGHT / 2 + 2, [title], 'title', 'start')}
${lines(EDGE, TITLE_HEIGHT + (texts.length * LINE_HEIGHT) / 2, texts, 'tick', 'start')}
<g transform="translate(${EDGE} ${top})">${svg}</g>
</svg>
`.html
}

/** The caption in lines; what is beyond the last is cut, since the description has it whole. */
function captionLines(caption: string): string[] {
  const broken: string[] = []
  let rest = caption
  while (rest !== '' && broken.length < CAPTION_LINES) {
    const [first = ''] = wrapped(rest, CAPTION_LENGTH)
    broken.push(first)
    rest = rest.slice(first.length).trimStart()
  }
  return broken
}
