import type { Said } from './messages.ts'
import { headline } from '#matching/verify/told'

declare const verifySolver: string
declare const verifyProgram: string

const element = (id: string): HTMLElement => {
  const found = document.getElementById(id)
  if (found === null) throw new Error(`The page has no ${id}`)
  return found
}

const list = (id: string, lines: readonly string[]): void =>
  element(id).replaceChildren(
    ...lines.map(line => {
      const entry = document.createElement('li')
      entry.textContent = line
      return entry
    }),
  )

// The bytes come as text in a script, since a page opened from a folder may fetch nothing.
const wasmBytes = (): ArrayBuffer => Uint8Array.from(atob(verifySolver), byte => byte.charCodeAt(0)).buffer

const status = element('status')
const verdictSection = element('verdict')

const show = (
  title: string,
  tone: 'good' | 'open' | 'bad',
  lines: Record<'findings' | 'done' | 'open', readonly string[]>,
): void => {
  status.textContent = ''
  verdictSection.dataset.verdict = tone
  element('headline').textContent = title
  list('findings', lines.findings)
  list('done', lines.done)
  list('open', lines.open)
  element('made').hidden = lines.done.length === 0
  element('left').hidden = lines.open.length === 0
  verdictSection.hidden = false
  element('headline').focus()
}

const hear = (said: Said): void => {
  if ('step' in said) status.textContent = `Checking ${said.step} …`
  else if ('faults' in said)
    show('This is no audit file that can be checked.', 'bad', { findings: said.faults, done: [], open: [] })
  else {
    const { findings, open } = said.verdict
    show(
      headline(said.verdict),
      findings.length > 0 ? 'bad' : open.length > 0 ? 'open' : 'good',
      said.verdict,
    )
  }
}

const programAddress = URL.createObjectURL(new Blob([verifyProgram], { type: 'text/javascript' }))
let thread: Worker | undefined

const check = async (file: File): Promise<void> => {
  thread?.terminate()
  verdictSection.hidden = true
  element('chosen').textContent = file.name
  status.textContent = 'Reading the file …'
  const text = await file.text()
  thread = new Worker(programAddress)
  thread.addEventListener('message', (event: MessageEvent<Said>) => hear(event.data))
  thread.addEventListener('error', ({ message }) => hear({ faults: [`The check broke off: ${message}`] }))
  const wasm = wasmBytes()
  thread.postMessage({ text, wasm }, [wasm])
}

const unreadable = (): void => hear({ faults: ['The file cannot be read.'] })

const chosen = element('file')
chosen.addEventListener('change', () => {
  const file = chosen instanceof HTMLInputElement ? chosen.files?.[0] : undefined
  if (file !== undefined) check(file).catch(unreadable)
})

const drop = element('drop')
for (const [name, isOver] of [
  ['dragenter', true],
  ['dragover', true],
  ['dragleave', false],
  ['drop', false],
] as const)
  drop.addEventListener(name, event => {
    event.preventDefault()
    drop.toggleAttribute('data-over', isOver)
    const file = name === 'drop' && event instanceof DragEvent ? event.dataTransfer?.files[0] : undefined
    if (file !== undefined) check(file).catch(unreadable)
  })
