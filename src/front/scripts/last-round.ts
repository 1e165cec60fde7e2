import type { PracticeRound } from '#contract/round/practice'
import { UNIT_NAMES } from '#domain/values/credit-type'
import { html, trustedHtml } from '../html.ts'
import { type OwnBid, initialBid, creditNeedOptions, copiedMatchProblem } from '../practice/round-copy.ts'
import { ownBidResultText, roundResultHtml } from '../practice/round-result.ts'
import { openEngine } from './practice/engine.ts'

/** Texts of the page with a copy of the last round. */
export const ROUND_COPY_MESSAGES = {
  loading: 'Loading the copy.',
  loadingFailed: 'The copy could not be loaded. Try again in a moment.',
  noRound: 'No settled round is large enough to practise with yet.',
  invalidBid:
    'Enter how much you need, with no more than one decimal place, and the most you would pay in whole pounds.',
  calculating: 'Calculating the result.',
}

// Loads a copy of the last round when a member requests it, adds the bid to it, and matches it in the browser.

const part = (name: string): HTMLElement => {
  const found = document.querySelector<HTMLElement>(`[data-copy="${name}"]`)
  if (!found) throw new Error(`The page has no ${name}`)
  return found
}

const place = part('place')
const note = part('note')

const engine = openEngine((said, of) => {
  if ('fault' in said) note.textContent = said.fault
  if (!('solution' in said) || !('problem' in of)) return
  note.textContent = ownBidResultText(of.problem, said.solution)
  part('result').innerHTML = roundResultHtml(of.problem, said.solution).markup
})

const formOf = (copy: PracticeRound, { like, quantity, pounds, divisible }: OwnBid): string => {
  const kinds = creditNeedOptions(copy)
  const { name, market } = copy.round
  const type = copy.needs[like]?.creditType
  return html`<form class="copy-form" data-copy="form" autocomplete="off">
    <p class="copy-of">
      Copy of ${market}, ${name}. Projects: ${copy.projects.length}. Needs: ${copy.needs.length}.
    </p>
    <label>
      What you need
      <select class="input" name="like">
        ${kinds.map(({ at, label }) => html`<option value="${at}" ${at === like && trustedHtml('selected')}>${label}</option>`)}
      </select>
    </label>
    <label>
      How much you need, in ${type && UNIT_NAMES[type]}
      <input
        class="input"
        type="number"
        name="quantity"
        min="0.1"
        max="10000"
        step="0.1"
        value="${quantity}"
        required
      />
    </label>
    <label>
      The most you would pay, in £
      <input
        class="input"
        type="number"
        name="pounds"
        min="1"
        max="100000000"
        step="1"
        value="${pounds}"
        required
      />
    </label>
    <label class="tick">
      <input type="checkbox" name="divisible" ${divisible && trustedHtml('checked')} />
      I would accept part of the units
    </label>
  </form>`.markup
}

const bidIn = (form: HTMLFormElement): OwnBid => {
  const said = new FormData(form)
  return {
    like: Number(said.get('like')),
    quantity: Number(said.get('quantity')),
    pounds: Number(said.get('pounds')),
    divisible: said.has('divisible'),
  }
}

const play = (copy: PracticeRound, bid: OwnBid): void => {
  note.textContent = ROUND_COPY_MESSAGES.calculating
  engine.ask({ problem: copiedMatchProblem(copy, bid) })
}

const show = (copy: PracticeRound, bid: OwnBid): void => {
  place.innerHTML = formOf(copy, bid)
  const form = part('form') as HTMLFormElement
  form.addEventListener('submit', event => event.preventDefault())
  form.addEventListener('input', ({ target }) => {
    if (target instanceof HTMLSelectElement) {
      show(copy, initialBid(copy, Number(target.value)))
      form.ownerDocument.querySelector<HTMLSelectElement>('[data-copy="form"] select')?.focus()
    } else if (form.checkValidity()) play(copy, bidIn(form))
    else note.textContent = ROUND_COPY_MESSAGES.invalidBid
  })
  play(copy, bid)
}

const fetchCopy = async (): Promise<void> => {
  note.textContent = ROUND_COPY_MESSAGES.loading
  const answer = await fetch(place.dataset.address ?? '', { headers: { accept: 'application/json' } })
  if (answer.status === 401 || answer.status === 403) {
    note.innerHTML = html`You need to <a href="/login">sign in</a> to see the copy. Then come back to this
      page.`.markup
    return
  }
  if (!answer.ok) throw new Error(`The copy was answered with ${answer.status}`)
  const { copy } = (await answer.json()) as { copy: PracticeRound | null }
  if (copy) show(copy, initialBid(copy, 0))
  else note.textContent = ROUND_COPY_MESSAGES.noRound
}

const button = part('fetch') as HTMLButtonElement
button.disabled = false
button.addEventListener('click', () => {
  fetchCopy().catch(() => (note.textContent = ROUND_COPY_MESSAGES.loadingFailed))
})
