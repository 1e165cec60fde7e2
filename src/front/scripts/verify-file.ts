import { numberIn } from '#domain/certificate'
import { readGiven } from '#proof/given'
import { onDrop, onPaste, showVerdict, unchecked } from './verify/check.ts'
import { askKeys, checkOnline } from './verify/online.ts'

// Receipts, letters and checkpoints are checked here. Of a certificate only the hash of the file, and the number that it names,
// are sent. Without scripts the form sends the file.

const MOST_BYTES = 2 * 1024 * 1024

const form = document.querySelector<HTMLFormElement>('[data-verify-file]')
const told = document.querySelector<HTMLElement>('[data-verify-told]')
const drop = document.querySelector<HTMLElement>('[data-drop]')
const place = document.querySelector<HTMLElement>('[data-verdict]')
const input = form?.querySelector<HTMLInputElement>('input[type="file"]')

const hexOf = (bytes: ArrayBuffer): string =>
  [...new Uint8Array(bytes)].map(byte => byte.toString(16).padStart(2, '0')).join('')

const say = (text: string): void => {
  if (told) told.textContent = text
}

const OFFER = 'Save the receipt with its proof'

/** Lets a receipt be saved that has got its proof only now. */
const offer = (receipt: object): void => {
  const link = document.createElement('a')
  link.className = 'button'
  link.href = URL.createObjectURL(new Blob([JSON.stringify(receipt)], { type: 'application/json' }))
  link.download = 'receipt.json'
  link.textContent = OFFER
  place?.append(link)
}

const checkText = async (text: string): Promise<void> => {
  if (!place) return
  say('It is being checked…')
  try {
    const { verdict, completed } = await checkOnline(text, await askKeys())
    showVerdict(place, verdict)
    if (completed) offer(completed)
  } catch {
    showVerdict(place, unchecked('The keys of the market could not be asked for.', 'Try again in a minute.'))
  }
  say('It was checked in this browser, and not sent.')
}

const compare = async (file: File, bytes: ArrayBuffer): Promise<void> => {
  say(`${file.name} is being compared…`)
  const sha256 = hexOf(await crypto.subtle.digest('SHA-256', bytes))
  const number = numberIn(new TextDecoder('latin1').decode(bytes))
  location.assign(`/verify/file?${new URLSearchParams({ sha256, ...(number && { number }) }).toString()}`)
}

const judge = async (file: File): Promise<void> => {
  if (file.size > MOST_BYTES) {
    location.assign('/verify?trouble=large')
    return
  }
  const bytes = await file.arrayBuffer()
  const text = new TextDecoder().decode(bytes)
  await (readGiven(text).kind === 'unknown' ? compare(file, bytes) : checkText(text))
}

// Over plain HTTP browsers neither hash nor check; the form then sends the file.
if (form && input && isSecureContext) {
  form.addEventListener('submit', event => {
    const file = input.files?.[0]
    if (!file) return
    event.preventDefault()
    void judge(file)
  })
  onDrop(drop, file => void judge(file))
  const paste = document.querySelector<HTMLFormElement>('[data-paste]')
  if (paste) paste.hidden = false
  onPaste(paste, text => void checkText(text))
}
