import { useLocation, useNavigate, useSearchParams } from 'react-router'
import type { ActionLink } from '#contract/form'

/** Which action is open: its name, the path of its subject without `/api/`, and the wizard it is a step of. */
export interface OpenAction {
  id: string
  on: string
  wizard: string | null
}

/** Where the form of an action is asked and answered. */
export const formUrl = ({ id, on, wizard }: OpenAction): string =>
  `/api/${on}/action/${id}${wizard ? `?wizard=${encodeURIComponent(wizard)}` : ''}`

const LINK = /^(?:\/api)?\/(.+)\/action\/([^/?]+)(?:\?(.*))?$/

/** The action that a link of the server names; a link to a mere subject is taken with the action's own name. */
export const actionAt = ({ id, links }: ActionLink): OpenAction => {
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

/** The address of a page on which an action is open. */
export const addressAt = (page: string, open: OpenAction): string =>
  `${page}?${opening(new URLSearchParams(), open)}`

/** The open action lives in the address: `?action=SetCosts`, on the page's own subject unless `subject` names another. */
export const useOpenAction = (pageSubject: string | null) => {
  const [words] = useSearchParams()
  const { pathname, state }: { pathname: string; state: unknown } = useLocation()
  const navigate = useNavigate()
  const id = words.get('action')
  const on = words.get('subject') ?? pageSubject

  const go = (next: OpenAction | null) => {
    const params = new URLSearchParams(words)
    for (const name of ['action', 'subject', 'wizard']) params.delete(name)
    const search = next ? opening(params, next) : params.toString().replaceAll('%2F', '/')
    const address = { pathname, search }
    void navigate(address, { replace: true, state, preventScrollReset: true })
  }
  return {
    open: id && on ? { id, on, wizard: words.get('wizard') } : null,
    show: (next: OpenAction) => go(next),
    close: () => go(null),
  }
}
