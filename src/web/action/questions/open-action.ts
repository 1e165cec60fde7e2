import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import type { Answers } from '#actions/kit/action'
import type { ActionLink } from '#contract/kit/form'

/** Open action: its name, the path of its subject without `/api/`, and the wizard that it belongs to. */
export interface OpenAction {
  id: string
  on: string
  wizard: string | null
}

/** Address from which the form of an action is read, and to which it is submitted. */
export const formUrl = ({ id, on, wizard }: OpenAction): string =>
  `/api/${on}/action/${id}${wizard ? `?wizard=${encodeURIComponent(wizard)}` : ''}`

const LINK = /^(?:\/api)?\/(.+)\/action\/([^/?]+)(?:\?(.*))?$/

/**
 * Action that a link of the server names; a link to a subject alone is combined with the action's own name.
 */
export const parseActionLink = ({ id, links }: ActionLink): OpenAction => {
  const [, on, name, search] = LINK.exec(links.self) ?? []
  if (!on || !name) return { id, on: links.self.replace(/^\/api\//, ''), wizard: null }
  return { id: name, on, wizard: new URLSearchParams(search).get('wizard') }
}

const opening = (params: URLSearchParams, { id, on, wizard }: OpenAction): string => {
  params.set('action', id)
  params.set('subject', on)
  if (wizard) params.set('wizard', wizard)
  return params.toString().replaceAll('%2F', '/')
}

/** Address of a page with an open action. */
export const openActionAddress = (page: string, open: OpenAction): string =>
  `${page}?${opening(new URLSearchParams(), open)}`

/** Entry of the history at which a finished action is still shown. */
const shownAt = (state: unknown): unknown =>
  typeof state === 'object' && state !== null && 'shows' in state ? state.shows : undefined

/** Answers that the page knew when the action was opened, such as the type of what is added to a list. */
export const prefilledAnswers = (state: unknown): Answers =>
  typeof state === 'object' && state !== null && 'known' in state && typeof state.known === 'object'
    ? { ...state.known }
    : {}

/**
 * Open action, stored in the address: `?action=SetCosts`, on the page's own subject unless `subject` names
 * another. Once it is done it is removed from the address while its result is still shown, so a reload does
 * not open it again.
 */
export const useOpenAction = (pageSubject: string | null) => {
  const [words] = useSearchParams()
  const { pathname, state }: { pathname: string; state: unknown } = useLocation()
  const navigate = useNavigate()
  const [done, setDone] = useState<{ open: OpenAction; at: string } | null>(null)
  const id = words.get('action')
  const on = words.get('subject') ?? pageSubject
  const at = shownAt(state)
  useEffect(() => setDone(was => (was?.at === at ? was : null)), [at])

  const go = (next: OpenAction | null, nextState: unknown) => {
    const params = new URLSearchParams(words)
    for (const name of ['action', 'subject', 'wizard']) params.delete(name)
    const search = next ? opening(params, next) : params.toString().replaceAll('%2F', '/')
    const address = { pathname, search }
    void navigate(address, { replace: true, state: nextState, preventScrollReset: true })
  }
  const addressed = id && on ? { id, on, wizard: words.get('wizard') } : null
  return {
    open: addressed ?? (done?.at === at ? (done?.open ?? null) : null),
    show: (next: OpenAction) => go(next, state),
    close: () => {
      setDone(null)
      go(null, state)
    },
    stay: (open: OpenAction) => {
      const stamp = crypto.randomUUID()
      setDone({ open, at: stamp })
      go(null, { ...(typeof state === 'object' ? state : {}), shows: stamp })
    },
  }
}
