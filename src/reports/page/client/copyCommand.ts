/** Lets a click copy the command before a button: the page is of use without scripts, so that the button is hidden until then. */
export function offerCopies(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('button.copy')) {
    const command = button.parentElement?.querySelector('code')
    if (!command) continue
    button.hidden = false
    button.addEventListener('click', async () => {
      button.textContent = (await copied(command)) ? 'Copied' : 'Selected: press Ctrl+C'
    })
  }
}

async function copied(command: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(command.textContent ?? '')
    return true
  } catch {
    // A page from disk may lack the clipboard: what is selected can be copied the older way, or by hand.
    getSelection()?.selectAllChildren(command)
    return document.execCommand('copy')
  }
}
