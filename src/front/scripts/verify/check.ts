import type { MarketKeys, VerifyEd25519 } from '#proof/checked-note'
import { readGiven } from '#proof/given'
import { type Verdict, verdictOn } from '#proof/told'
import { verdictHtml } from '../../verdict.ts'

const own = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => Uint8Array.from(bytes)

const verify: VerifyEd25519 = async (key, signature, signed) => {
  const imported = await crypto.subtle.importKey('raw', own(key), 'Ed25519', false, ['verify'])
  return crypto.subtle.verify('Ed25519', imported, own(signature), own(signed))
}

/** A verdict where nothing could be checked: why, and what to do. */
export const unchecked = (what: string, remedy: string): Verdict => ({
  ...{ tone: 'bad', title: 'Nothing could be checked', facts: [], proved: [] },
  ...{ troubles: [{ what, remedy }], note: null, waiting: null },
})

const WITHOUT_SIGNATURES = unchecked(
  'This browser cannot check signatures of the kind that the market makes (Ed25519).',
  'Use a newer browser, by https or from a file; or check with openssl, as the page of the log says.',
)

/** Checks a text by these keys, here in the browser. */
export const checkText = async (text: string, keys: MarketKeys): Promise<Verdict> => {
  try {
    return await verdictOn(readGiven(text), { keys, verify })
  } catch {
    return WITHOUT_SIGNATURES
  }
}

/** Shows a verdict in its place, and leads the reader there. */
export const showVerdict = (place: HTMLElement, verdict: Verdict): void => {
  place.dataset.verdict = verdict.tone
  place.innerHTML = verdictHtml(verdict).markup
  place.hidden = false
  place.querySelector<HTMLElement>('.verdict-title')?.focus()
}

/** What a form is pasted is handed on when it is sent. */
export const onPaste = (form: HTMLFormElement | null, hand: (text: string) => void): void =>
  form?.addEventListener('submit', event => {
    event.preventDefault()
    const text = new FormData(form).get('text')
    if (typeof text === 'string') hand(text)
  })

/** Files that are dropped anywhere on the page are handed on; the place for them shows when one hovers. */
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
