import type { Said } from './messages.ts'
import { headline } from '#matching/verify/told'
import { ownLine, type Published } from '#proof/own-line'

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

const pounds = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' })
/** A number as people write it. */
const whole = (count: number): string => count.toLocaleString('en-GB')

let audit: string | undefined
let receipt: string | undefined

const jsonIn = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Only what is published of a round says whose line is whose. */
const isPublished = (file: unknown): file is Published =>
  Array.isArray(Object(file).lines) &&
  Object(file).problem !== undefined &&
  Object(file).solution !== undefined

const linesOf = (file: unknown, given: string): { title: string; lines: string[] } => {
  if (!isPublished(file))
    return {
      title: 'This audit file says nothing of receipts.',
      lines: ['Take it from the page of the match.'],
    }
  const own = ownLine(jsonIn(given), file)
  if ('faults' in own) return { title: 'Your line was not found.', lines: own.faults }
  const { id, won, payment, sentence, index, size, origin } = own
  const paid = `It ${payment < 0 ? 'receives' : 'pays'} ${pounds.format(Math.abs(payment) / 100)}.`
  return {
    title: `Your line is ${id}. It ${won ? 'won' : 'lost'}.`,
    lines: [
      sentence,
      ...(won ? [paid] : []),
      'The amount of your receipt is the one that was matched.',
      `It is entry ${whole(index + 1)} of the log ${origin}, by the checkpoint of ${whole(size)} entries in your receipt. Who signed that is checked on the page “Verify”.`,
    ],
  }
}

const showOwn = (): void => {
  if (audit === undefined || receipt === undefined) return
  const { title, lines } = linesOf(jsonIn(audit), receipt)
  element('own-headline').textContent = title
  list('own-lines', lines)
  element('own').hidden = false
  element('own-headline').focus()
}

const check = async (name: string, reading: Promise<string>): Promise<void> => {
  thread?.terminate()
  verdictSection.hidden = true
  element('chosen').textContent = name
  status.textContent = 'Reading the file …'
  const text = await reading
  audit = text
  showOwn()
  thread = new Worker(programAddress)
  thread.addEventListener('message', (event: MessageEvent<Said>) => hear(event.data))
  thread.addEventListener('error', ({ message }) => hear({ faults: [`The check broke off: ${message}`] }))
  const wasm = wasmBytes()
  thread.postMessage({ text, wasm }, [wasm])
}

const unreadable = (): void => hear({ faults: ['The file cannot be read.'] })

/** What becomes of a file that is chosen, or dropped where it can be chosen. */
const onFile = (inputId: string, dropId: string, take: (file: File) => void): void => {
  const input = element(inputId)
  const takeChosen = (): void => {
    const file = input instanceof HTMLInputElement ? input.files?.[0] : undefined
    if (file !== undefined) take(file)
  }
  input.addEventListener('change', takeChosen)
  // It may have been chosen before this program was there.
  takeChosen()
  const drop = element(dropId)
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
      if (file !== undefined) take(file)
    })
}

const takeReceipt = async (file: File): Promise<void> => {
  element('receipt-chosen').textContent = file.name
  receipt = await file.text()
  showOwn()
}

onFile('file', 'drop', file => void check(file.name, file.text()).catch(unreadable))
onFile('receipt', 'receipt-drop', file => void takeReceipt(file).catch(unreadable))

const fetched = async (address: string): Promise<string> => {
  const answer = await fetch(address)
  if (!answer.ok) throw new Error(`Answered with ${answer.status}`)
  return answer.text()
}

// A page of this market leads here with the address of what is to be checked, and with no other.
const linked = location.hash.slice(1)
if (linked.startsWith('/api/public/round/') && linked.endsWith('/instance/audit'))
  check('the published match', fetched(linked)).catch(unreadable)
