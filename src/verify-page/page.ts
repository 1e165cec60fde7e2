import type { CheckResponse } from './messages.ts'
import { verificationHeadline } from '@credit-market/match-verifier/told'
import { wholeNumber } from '#proof/messages'
import { findReceiptLine, type PublishedMatch } from '#proof/own-line'

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

const hear = (said: CheckResponse): void => {
  if ('step' in said) status.textContent = `Checking ${said.step} …`
  else if ('faults' in said)
    show('This is not an audit file that we can check.', 'bad', { findings: said.faults, done: [], open: [] })
  else {
    const { findings, open } = said.verdict
    show(
      verificationHeadline(said.verdict),
      findings.length > 0 ? 'bad' : open.length > 0 ? 'open' : 'good',
      said.verdict,
    )
  }
}

const programAddress = URL.createObjectURL(new Blob([verifyProgram], { type: 'text/javascript' }))
let thread: Worker | undefined

const pounds = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' })

let audit: string | undefined
let receipt: string | undefined

const jsonIn = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** True for the audit file of a published match, which says which receipt belongs to which line. */
const isPublished = (file: unknown): file is PublishedMatch =>
  Array.isArray(Object(file).lines) &&
  Object(file).problem !== undefined &&
  Object(file).solution !== undefined

const linesOf = (file: unknown, given: string): { title: string; lines: string[] } => {
  if (!isPublished(file))
    return {
      title: 'This audit file has no data about receipts.',
      lines: ['Download the audit file from the page of the published match.'],
    }
  const own = findReceiptLine(jsonIn(given), file)
  if ('faults' in own) return { title: 'We did not find your line.', lines: own.faults }
  const { id, won, payment, sentence, index, size, origin } = own
  const amount = pounds.format(Math.abs(payment) / 100)
  const paid = payment < 0 ? `It receives ${amount}.` : `It pays ${amount}.`
  return {
    title: won ? `Your line is ${id}. It won.` : `Your line is ${id}. It lost.`,
    lines: [
      sentence,
      ...(won ? [paid] : []),
      'The amount on your receipt is the amount that was matched.',
      `Your receipt is for entry ${wholeNumber(index + 1)} of the log ${origin}, as shown by the checkpoint of ${wholeNumber(size)} entries in your receipt. To check who signed the checkpoint, use the page “Verify a certificate or a receipt”.`,
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
  startCheck(text)
}

const logged = element('logged')

/** The hash that the reader found in the public log; null if what is typed is none. */
const loggedHash = (): string | undefined | null => {
  const given = logged instanceof HTMLInputElement ? logged.value.trim() : ''
  return given === '' ? undefined : /^[0-9a-f]{64}$/.test(given) ? given : null
}

const startCheck = (text: string): void => {
  thread?.terminate()
  const hash = loggedHash()
  if (hash === null) {
    status.textContent = 'The hash must have 64 digits from 0 to 9 and a to f.'
    return
  }
  status.textContent = 'Checking …'
  thread = new Worker(programAddress)
  thread.addEventListener('message', (event: MessageEvent<CheckResponse>) => hear(event.data))
  thread.addEventListener('error', ({ message }) => hear({ faults: [`The check stopped: ${message}`] }))
  const wasm = wasmBytes()
  thread.postMessage({ text, loggedHash: hash, wasm }, [wasm])
}

logged.addEventListener('change', () => {
  if (audit === undefined) return
  verdictSection.hidden = true
  startCheck(audit)
})

const unreadable = (): void => hear({ faults: ['The file could not be read. Choose it again.'] })

/** Passes on a file that is chosen in an input or dropped on its area. */
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
