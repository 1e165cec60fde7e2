import type { RoundCopy } from '#contract/practice'
import { html, trusted } from '../html.ts'
import { countedIn, firstBid, kindsOf, problemOfCopy, type OwnBid } from '../practice/round-copy.ts'
import { ownSentence, roundResultHtml } from '../practice/round-result.ts'
import { openEngine } from './practice/engine.ts'

// A copy of the last round is fetched when a member asks for it; the bid is put into it here, and matched here.

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
  note.textContent = ownSentence(of.problem, said.solution)
  part('result').innerHTML = roundResultHtml(of.problem, said.solution).markup
})

const formOf = (copy: RoundCopy, { like, quantity, pounds, divisible }: OwnBid): string => {
  const kinds = kindsOf(copy)
  const { name, market } = copy.round
  const type = copy.needs[like]?.creditType
  return html`<form class="copy-form" data-copy="form" autocomplete="off">
    <p class="copy-of">
      A copy of ${market}, ${name}: ${copy.projects.length} projects and ${copy.needs.length} needs.
    </p>
    <label>
      What you need
      <select class="input" name="like">
        ${kinds.map(({ at, label }) => html`<option value="${at}" ${at === like && trusted('selected')}>${label}</option>`)}
      </select>
    </label>
    <label>
      How much, in ${type && countedIn(type)}
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
      Pays at most, in £
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
      <input type="checkbox" name="divisible" ${divisible && trusted('checked')} />
      A part of it may win
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

const play = (copy: RoundCopy, bid: OwnBid): void => {
  note.textContent = 'Working it out.'
  engine.ask({ problem: problemOfCopy(copy, bid) })
}

const show = (copy: RoundCopy, bid: OwnBid): void => {
  place.innerHTML = formOf(copy, bid)
  const form = part('form') as HTMLFormElement
  form.addEventListener('submit', event => event.preventDefault())
  form.addEventListener('input', ({ target }) => {
    if (target instanceof HTMLSelectElement) {
      show(copy, firstBid(copy, Number(target.value)))
      form.ownerDocument.querySelector<HTMLSelectElement>('[data-copy="form"] select')?.focus()
    } else if (form.checkValidity()) play(copy, bidIn(form))
    else
      note.textContent =
        'Give how much you need, with one decimal at most, and what you would pay in whole pounds.'
  })
  play(copy, bid)
}

const fetchCopy = async (): Promise<void> => {
  note.textContent = 'Fetching the copy.'
  const answer = await fetch(place.dataset.address ?? '', { headers: { accept: 'application/json' } })
  if (answer.status === 401 || answer.status === 403) {
    note.innerHTML = html`The copy is for those who have signed in: <a href="/login">sign in</a>, then come
      back here.`.markup
    return
  }
  if (!answer.ok) throw new Error(`The copy was answered with ${answer.status}`)
  const { copy } = (await answer.json()) as { copy: RoundCopy | null }
  if (copy) show(copy, firstBid(copy, 0))
  else note.textContent = 'No round that is large enough to play with has been settled yet.'
}

const button = part('fetch') as HTMLButtonElement
button.disabled = false
button.addEventListener('click', () => {
  fetchCopy().catch(() => (note.textContent = 'The copy could not be fetched. Try again in a moment.'))
})
