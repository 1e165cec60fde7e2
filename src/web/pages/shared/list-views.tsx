import { Link as LinkIcon, Star, Trash2 } from 'lucide-react'
import { type SubmitEvent, useEffect, useId, useState } from 'react'
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router'
import { type ListView, readListViews, removeListView, saveListView } from '#contract/list-views'
import { askAgain, send, useAnswer } from '../../api.ts'
import { isApiProblem } from '../../api-problem.ts'
import { type Asked, NON_LIST_PARAMS, viewWordsOf } from '../../parts/list-address.ts'
import { toast } from '../../parts/toasts.ts'
import { Unfold } from '../../parts/unfold.tsx'

/** An address with the words of a view: what is no view's, such as the tab of the page, it keeps. */
const searchOf = (search: URLSearchParams, words: string): string => {
  const others = [...search].filter(([name]) => NON_LIST_PARAMS.includes(name) && name !== 'on')
  return [new URLSearchParams(others).toString(), words].filter(Boolean).join('&')
}

const done = async (change: Promise<unknown>, said: string) => {
  try {
    await change
    toast('success', said)
    return true
  } catch (error) {
    toast('error', isApiProblem(error) ? error.message : 'Not saved. Try again.')
    return false
  } finally {
    void askAgain(readListViews, {})
  }
}

const copyAddress = async () => {
  try {
    await navigator.clipboard.writeText(location.href)
    toast('success', 'The address of this view is copied')
  } catch {
    toast('error', 'The browser does not let it be copied here: copy it from its address bar')
  }
}

const KeptView = ({ view, search }: { view: ListView; search: string }) => {
  const save = (isDefault: boolean) =>
    done(
      send(saveListView, { body: { ...bodyOf(view), isDefault } }),
      isDefault ? `The list opens with “${view.name}”` : 'The list opens as it comes',
    )
  return (
    <li>
      <Link to={{ search }} state={CHOSEN} preventScrollReset>
        {view.name}
      </Link>
      <button
        type="button"
        className="icon-button"
        aria-pressed={view.isDefault}
        aria-label={`Open the list with ${view.name}`}
        title="Open the list with this view"
        onClick={() => void save(!view.isDefault)}
      >
        <Star aria-hidden="true" fill={view.isDefault ? 'currentColor' : 'none'} />
      </button>
      <button
        type="button"
        className="icon-button"
        aria-label={`Remove the view ${view.name}`}
        title="Remove this view"
        onClick={() =>
          void done(send(removeListView, { params: { id: view.id } }), `“${view.name}” is removed`)
        }
      >
        <Trash2 aria-hidden="true" />
      </button>
    </li>
  )
}

const bodyOf = ({ list, name, words, isDefault }: ListView) => ({ list, name, words, isDefault })

/** Keeps what the list shows now under a name. */
const NewView = ({ list, words }: { list: string; words: string }) => {
  const id = useId()
  const [name, setName] = useState('')
  const [isDefault, setDefault] = useState(false)
  const keep = async (event: SubmitEvent) => {
    event.preventDefault()
    const called = name.trim()
    if (called === '') return
    const isKept = await done(
      send(saveListView, { body: { list, name: called, words, isDefault } }),
      `The view “${called}” is kept`,
    )
    if (isKept) setName('')
  }
  return (
    <form className="new-view" onSubmit={event => void keep(event)}>
      <label htmlFor={id}>Keep what is shown now as</label>
      <div className="new-view-line">
        <input
          id={id}
          className="input"
          maxLength={60}
          autoComplete="off"
          value={name}
          onChange={event => setName(event.target.value)}
        />
        <button type="submit" className="button" aria-disabled={name.trim() === ''}>
          Keep
        </button>
      </div>
      <label className="choice">
        <input type="checkbox" checked={isDefault} onChange={event => setDefault(event.target.checked)} />
        Open the list with it
      </label>
    </form>
  )
}

/** With this state of history an address without words means the list as it comes, and not its default view. */
const CHOSEN = { isChosen: true }

/** Where a list is come to without any words, it opens with the default view of its reader. */
const useDefaultView = (view: ListView | undefined, words: string, search: string) => {
  const { state }: { state: object | null } = useLocation()
  const navigate = useNavigate()
  const isBare = words === '' && state === null
  const to = isBare && view ? search : null
  useEffect(() => {
    if (to !== null) void navigate({ search: to }, { replace: true, state: CHOSEN })
  }, [to, navigate])
}

/** The views that the reader keeps of a list: to choose one, to keep what is shown, and to share it by its address. */
export const ListViews = ({ noun, list }: { noun: Asked; list: string }) => {
  const [search] = useSearchParams()
  const words = viewWordsOf(noun, search)
  const views = useAnswer(readListViews, {}).data?.filter(view => view.list === list) ?? []
  const byDefault = views.find(view => view.isDefault)
  useDefaultView(byDefault, words, searchOf(search, byDefault?.words ?? ''))
  const current = views.find(view => view.words === words)
  return (
    <Unfold label={current ? <span className="view-name">View: {current.name}</span> : 'Views'}>
      {() => (
        <>
          <ul className="kept-views">
            <li>
              <Link to={{ search: searchOf(search, '') }} state={CHOSEN} preventScrollReset>
                The list as it comes
              </Link>
            </li>
            {views.map(view => (
              <KeptView key={view.id} view={view} search={searchOf(search, view.words)} />
            ))}
          </ul>
          <NewView list={list} words={words} />
          <button type="button" className="link-button" onClick={() => void copyAddress()}>
            <LinkIcon aria-hidden="true" /> Copy the address of what is shown
          </button>
        </>
      )}
    </Unfold>
  )
}
