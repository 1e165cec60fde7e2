// Shows what the register finds while someone types: the results on the page that the form opens. If anything fails, the
// page stays as it is and the form still works.

/** Milliseconds without a key before the server is asked. */
const PAUSE = 300
/** Shorter texts match too much. */
const SHORTEST = 3

const field = document.querySelector<HTMLInputElement>('#register-q')
const summary = document.querySelector('[data-register-status]')
const results = document.querySelector<HTMLElement>('[data-register-results]')

let timer: ReturnType<typeof setTimeout> | undefined
let asked: AbortController | undefined
let shown = field?.value.trim()

const show = async (sought: string): Promise<void> => {
  asked?.abort()
  asked = new AbortController()
  const address = sought === '' ? '/register' : `/register?${new URLSearchParams({ q: sought }).toString()}`
  const answer = await fetch(address, { signal: asked.signal })
  if (!answer.ok) return
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  const found = page.querySelector('[data-register-results]')
  if (!found) return
  shown = sought
  results?.replaceChildren(...found.childNodes)
  // Assistive technology reads out the first sentence.
  if (summary) summary.textContent = results?.querySelector('p')?.textContent ?? ''
  history.replaceState(null, '', address)
}

if (field && results) {
  field.addEventListener('input', () => {
    clearTimeout(timer)
    const sought = field.value.trim()
    if (sought === shown || (sought !== '' && sought.length < SHORTEST)) return
    timer = setTimeout(() => void show(sought).catch(() => undefined), PAUSE)
  })
}
