import { LinkIcon, StarIcon, Trash2Icon } from '../../icons/icons.tsx'
import { type SubmitEvent, useEffect, useId, useState } from 'react'
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router'
import { type ListView, readListViews, removeListView, saveListView } from '#contract/kit/list-views'
import { refetchAnswer, sendRequest, useAnswer } from '../../api/api.ts'
import { isApiProblem } from '../../api/api-problem.ts'
import { type ListFilters, NON_LIST_PARAMS, viewParams } from '../../parts/page/list-address.ts'
import { toast } from '../../parts/page/toasts.ts'
import { DisclosureButton } from '../../parts/unfold.tsx'

/** Replaces the parameters of a view in an address, and keeps the others, such as the page's tab. */
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
    toast('error', isApiProblem(error) ? error.message : 'The view was not saved. Try again.')
    return false
  } finally {
    void refetchAnswer(readListViews, {})
  }
}

const copyAddress = async () => {
  try {
    await navigator.clipboard.writeText(location.href)
    toast('success', 'Link copied')
  } catch {
    toast('error', 'We could not copy the link. Copy it from your browser’s address bar')
  }
}

const KeptView = ({ view, search }: { view: ListView; search: string }) => {
  const save = (isDefault: boolean) =>
    done(
      sendRequest(saveListView, { body: { ...bodyOf(view), isDefault } }),
      isDefault ? `The list now opens with “${view.name}”` : 'The list now opens in the standard view',
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
        <StarIcon aria-hidden="true" fill={view.isDefault ? 'currentColor' : 'none'} />
      </button>
      <button
        type="button"
        className="icon-button"
        aria-label={`Remove the view ${view.name}`}
        title="Remove this view"
        onClick={() =>
          void done(sendRequest(removeListView, { params: { id: view.id } }), `View “${view.name}” removed`)
        }
      >
        <Trash2Icon aria-hidden="true" />
      </button>
    </li>
  )
}

const bodyOf = ({ list, name, words, isDefault }: ListView) => ({ list, name, words, isDefault })

/** Saves the current view of the list under a name. */
const NewView = ({ list, words }: { list: string; words: string }) => {
  const id = useId()
  const [name, setName] = useState('')
  const [isDefault, setDefault] = useState(false)
  const keep = async (event: SubmitEvent) => {
    event.preventDefault()
    const called = name.trim()
    if (called === '') return
    const isKept = await done(
      sendRequest(saveListView, { body: { list, name: called, words, isDefault } }),
      `View “${called}” saved`,
    )
    if (isKept) setName('')
  }
  return (
    <form className="new-view" onSubmit={event => void keep(event)}>
      <label htmlFor={id}>Save this view as</label>
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
          Save
        </button>
      </div>
      <label className="choice">
        <input type="checkbox" checked={isDefault} onChange={event => setDefault(event.target.checked)} />
        Always open the list with this view
      </label>
    </form>
  )
}

/**
 * State of the history that marks an address without parameters as chosen: the list opens unfiltered and not
 * in its default view.
 */
const CHOSEN = { isChosen: true }

/** Opens a list in the reader's default view if its address has no parameters. */
const useDefaultView = (view: ListView | undefined, words: string, search: string) => {
  const { state }: { state: object | null } = useLocation()
  const navigate = useNavigate()
  const isBare = words === '' && state === null
  const to = isBare && view ? search : null
  useEffect(() => {
    if (to !== null) void navigate({ search: to }, { replace: true, state: CHOSEN })
  }, [to, navigate])
}

/** Saved views of a list: choose one, save the current one, or share it by its address. */
export const ListViews = ({ noun, list }: { noun: ListFilters; list: string }) => {
  const [search] = useSearchParams()
  const words = viewParams(noun, search)
  const views = useAnswer(readListViews, {}).data?.filter(view => view.list === list) ?? []
  const byDefault = views.find(view => view.isDefault)
  useDefaultView(byDefault, words, searchOf(search, byDefault?.words ?? ''))
  const current = views.find(view => view.words === words)
  return (
    <DisclosureButton label={current ? <span className="view-name">View: {current.name}</span> : 'Views'}>
      {() => (
        <>
          <ul className="kept-views">
            <li>
              <Link to={{ search: searchOf(search, '') }} state={CHOSEN} preventScrollReset>
                Standard view
              </Link>
            </li>
            {views.map(view => (
              <KeptView key={view.id} view={view} search={searchOf(search, view.words)} />
            ))}
          </ul>
          <NewView list={list} words={words} />
          <button type="button" className="link-button" onClick={() => void copyAddress()}>
            <LinkIcon aria-hidden="true" /> Copy a link to this view
          </button>
        </>
      )}
    </DisclosureButton>
  )
}
