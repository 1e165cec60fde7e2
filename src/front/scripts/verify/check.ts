import type { VerifyEd25519 } from '@credit-market/transparency-log/checked-note'
import type { MarketKeys } from '#proof/market-keys'
import { parseSubmittedProof } from '#proof/given'
import type { ProofProblem } from '#proof/messages'
import { type ProofVerdict, verifySubmittedProof } from '#proof/told'
import { verdictHtml } from '../../verdict.ts'
import { NOT_CHECKED } from './messages.ts'

const own = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => Uint8Array.from(bytes)

const verify: VerifyEd25519 = async (key, signature, signed) => {
  const imported = await crypto.subtle.importKey('raw', own(key), 'Ed25519', false, ['verify'])
  return crypto.subtle.verify('Ed25519', imported, own(signature), own(signed))
}

/** Verdict for input that could not be checked, with the reason and what to do. */
export const uncheckedVerdict = (trouble: ProofProblem): ProofVerdict => ({
  ...{ tone: 'bad', title: NOT_CHECKED.title, facts: [], proved: [] },
  ...{ troubles: [trouble], note: null, waiting: null },
})

const WITHOUT_SIGNATURES = uncheckedVerdict(NOT_CHECKED.noSignatures)

/** Checks a text by these keys, in the browser. */
export const verifyFileText = async (text: string, keys: MarketKeys): Promise<ProofVerdict> => {
  try {
    return await verifySubmittedProof(parseSubmittedProof(text), { keys, verify })
  } catch {
    return WITHOUT_SIGNATURES
  }
}

/** Shows a verdict in its place and moves the focus there. */
export const showVerdict = (place: HTMLElement, verdict: ProofVerdict): void => {
  place.dataset.verdict = verdict.tone
  place.innerHTML = verdictHtml(verdict).markup
  place.hidden = false
  place.querySelector<HTMLElement>('.verdict-title')?.focus()
}

/** Passes a form's pasted text on when the form is submitted. */
export const onPaste = (form: HTMLFormElement | null, hand: (text: string) => void): void =>
  form?.addEventListener('submit', event => {
    event.preventDefault()
    const text = new FormData(form).get('text')
    if (typeof text === 'string') hand(text)
  })

/**
 * Passes on files that are dropped anywhere on the page; the drop zone appears while a file is dragged over
 * it.
 */
export const onDrop = (place: HTMLElement | null, hand: (file: File) => void): void => {
  const over = (event: DragEvent): void => {
    event.preventDefault()
    place?.classList.toggle('is-over', event.type === 'dragover')
  }
  document.addEventListener('dragover', over)
  document.addEventListener('dragleave', over)
  document.addEventListener('drop', event => {
    over(event)
    const file = event.dataTransfer?.files[0]
    if (file) hand(file)
  })
}
