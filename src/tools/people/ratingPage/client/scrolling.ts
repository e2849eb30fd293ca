/** Pixels by which a text may lie below the question and still be where it was brought. */
const SLACK = 40

/** Tells the styles how high the question is: it stays at the top, and what scrolls must not end up beneath it. */
export function fitHeights(main: HTMLElement): void {
  main.style.setProperty('--asked-height', `${main.querySelector<HTMLElement>('.asked')?.offsetHeight ?? 0}px`)
}

/** Brings the first text into view that is judged or follows that, and lies below; after the last of them the first again. */
export function showNextText(main: HTMLElement): void {
  const texts = [...main.querySelectorAll('.step.judged, .step.judged ~ .step')]
  const edge = (main.querySelector('.asked')?.clientHeight ?? 0) + SLACK
  const before = scrollY
  texts.find((text) => text.getBoundingClientRect().top > edge)?.scrollIntoView({ block: 'start' })
  if (scrollY === before) texts[0]?.scrollIntoView({ block: 'start' })
}
