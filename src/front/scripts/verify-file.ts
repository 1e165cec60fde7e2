import { findCertificateNumber } from '#domain/credit/certificate'
import { parseSubmittedProof } from '#proof/given'
import { CHECK_MESSAGES, comparingFileText, NOT_CHECKED } from './verify/messages.ts'
import { onDrop, onPaste, showVerdict, uncheckedVerdict } from './verify/check.ts'
import { fetchKeys, checkOnline } from './verify/online.ts'

// Checks receipts, emails and checkpoints in the browser. For a certificate it sends only the hash of the file and
// the number in it. Without scripts the form sends the file.

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

/** Offers a receipt for download that has just received its proof. */
const offer = (receipt: object): void => {
  const link = document.createElement('a')
  link.className = 'button'
  link.href = URL.createObjectURL(new Blob([JSON.stringify(receipt)], { type: 'application/json' }))
  link.download = 'receipt.json'
  link.textContent = CHECK_MESSAGES.saveWithProof
  place?.append(link)
}

const checkText = async (text: string): Promise<void> => {
  if (!place) return
  say(CHECK_MESSAGES.checking)
  try {
    const { verdict, completed } = await checkOnline(text, await fetchKeys())
    showVerdict(place, verdict)
    if (completed) offer(completed)
  } catch {
    showVerdict(place, uncheckedVerdict(NOT_CHECKED.noKeys))
  }
  say(CHECK_MESSAGES.checkedHere)
}

const compare = async (file: File, bytes: ArrayBuffer): Promise<void> => {
  say(comparingFileText(file.name))
  const sha256 = hexOf(await crypto.subtle.digest('SHA-256', bytes))
  const number = findCertificateNumber(new TextDecoder('latin1').decode(bytes))
  location.assign(`/verify/file?${new URLSearchParams({ sha256, ...(number && { number }) }).toString()}`)
}

const judge = async (file: File): Promise<void> => {
  if (file.size > MOST_BYTES) {
    location.assign('/verify?trouble=large')
    return
  }
  const bytes = await file.arrayBuffer()
  const text = new TextDecoder().decode(bytes)
  await (parseSubmittedProof(text).kind === 'unknown' ? compare(file, bytes) : checkText(text))
}

// Browsers neither hash nor verify over plain HTTP; the form then sends the file.
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
